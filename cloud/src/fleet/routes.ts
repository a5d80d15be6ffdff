import type { RouteDefinition } from "../platform/http/define-route.ts";
import { join } from "./edge-devices/join.ts";
import { recordHeartbeat } from "./edge-devices/record-heartbeat.ts";
import { getConfiguration } from "./configurations/get-configuration.ts";
import { recordConfiguration } from "./configurations/record-configuration.ts";
import { listEdgeDevices } from "./edge-devices/list-edge-devices.ts";
import { createEdgeDevice } from "./edge-devices/create-edge-device.ts";
import { getFleetFaults } from "./edge-devices/get-fleet-faults.ts";
import { getEdgeDevice } from "./edge-devices/get-edge-device.ts";
import { updateEdgeDevice } from "./edge-devices/update-edge-device.ts";
import { rotateEdgeKey } from "./edge-devices/rotate-edge-key.ts";
import { createJoinCode } from "./edge-devices/create-join-code.ts";
import { exportChain } from "./edge-devices/export-chain.ts";
import { setSigningKey } from "./edge-devices/set-signing-key.ts";
import { revokeEdgeDevice } from "./edge-devices/revoke-edge-device.ts";
import { deleteEdgeDevice } from "./edge-devices/delete-edge-device.ts";
import { ingestStreamEvents } from "./tracking/ingest-stream-events.ts";
import { getCameraTracking } from "./tracking/get-camera-tracking.ts";
import { exportCameraEvents } from "./tracking/export-camera-events.ts";
import { getObjectHistory } from "./tracking/get-object-history.ts";
import { getObjectCounts } from "./tracking/get-object-counts.ts";
import { listCameras } from "./cameras/list-cameras.ts";
import { getCamera } from "./cameras/get-camera.ts";
import { getTopology } from "./cameras/get-topology.ts";
import { getTopologyPlan } from "./topology/get-plan.ts";
import { putTopologyPlan } from "./topology/put-plan.ts";
import { listAdminCameras } from "./cameras/list-admin-cameras.ts";
import { getCameraRegistration } from "./cameras/get-registration.ts";
import { registerCamera } from "./cameras/register-camera.ts";
import { unregisterCamera } from "./cameras/unregister-camera.ts";
import { endShift } from "./shifts/end-shift.ts";
import { listShifts } from "./shifts/list-shifts.ts";
import { takeLane } from "./shifts/take-lane.ts";
import { getDrift } from "./drift/get-drift.ts";
import { recordDrift } from "./drift/record-drift.ts";
import { getLivePicture } from "./watching/get-live-picture.ts";
import { getWatchedCameras } from "./watching/get-watched-cameras.ts";
import { recordLivePicture } from "./watching/record-live-picture.ts";
import { getVerdicts } from "./verdicts/get-verdicts.ts";
import { createRollOut } from "./roll-outs/create-roll-out.ts";
import { deleteRelease } from "./roll-outs/delete-release.ts";
import { downloadRelease } from "./roll-outs/download-release.ts";
import { getRollOut } from "./roll-outs/get-roll-out.ts";
import { listReleases } from "./roll-outs/list-releases.ts";
import { listRollOuts } from "./roll-outs/list-roll-outs.ts";
import { updateRollOut } from "./roll-outs/update-roll-out.ts";
import { uploadRelease } from "./roll-outs/upload-release.ts";
import { getNotifications } from "./alerts/get-notifications.ts";
import { updateNotifications } from "./alerts/update-notifications.ts";
import type { FleetParts } from "./parts.ts";

/** This room's routes. Where two paths fit a request, the first row wins: fixed words come before parameters. */
export const fleetRoutes: readonly RouteDefinition<FleetParts>[] = [
  join,
  recordHeartbeat,
  recordConfiguration,
  recordDrift,
  getWatchedCameras,
  recordLivePicture,
  getVerdicts,
  downloadRelease,

  getFleetFaults,
  listEdgeDevices,
  createEdgeDevice,
  getEdgeDevice,
  getConfiguration,
  updateEdgeDevice,
  rotateEdgeKey,
  createJoinCode,
  setSigningKey,
  exportChain,
  revokeEdgeDevice,
  deleteEdgeDevice,

  listReleases,
  uploadRelease,
  deleteRelease,
  listRollOuts,
  createRollOut,
  getRollOut,
  updateRollOut,

  ingestStreamEvents,
  getCameraTracking,
  getObjectCounts,
  getObjectHistory,
  exportCameraEvents,
  listCameras,
  getCamera,
  getLivePicture,
  getDrift,
  getTopology,
  getTopologyPlan,
  putTopologyPlan,
  listAdminCameras,
  getCameraRegistration,
  registerCamera,
  unregisterCamera,

  getNotifications,
  updateNotifications,

  listShifts,
  takeLane,
  endShift,
];
