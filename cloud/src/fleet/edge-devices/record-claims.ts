import type { HeartbeatRequest } from "@container-inspection/shared-schemas/heartbeats";
import { claimNames, findHolders, moveCameras } from "../../inspection/provenance/claim-store.ts";
import { auditOfService } from "../../journal/audit/create-audit.ts";
import { notifySupervisors } from "../../notices/push/notify-supervisors.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";

type Device = { id: string; name: string };

/**
 * Assigns the names in a heartbeat that belong to no device to the sending device, which has its own key. A camera of
 * another device moves to it only when that device no longer lists the camera, and supervisors are notified. Pictures
 * of a camera therefore never come from a second device that merely lists it.
 */
export async function recordClaims(
  parts: Needs<"jobs" | "logger" | "nowMs" | "newId">,
  tx: DatabaseOrTransaction,
  { id: edgeDeviceId, name }: Device,
  { device_id: deviceName, cameras = [] }: HeartbeatRequest,
): Promise<void> {
  const now = new Date(parts.nowMs());
  const claim = async (kind: "device" | "camera", names: readonly string[]) => {
    const holders = await findHolders(tx, kind, names);
    await claimNames(tx, { kind, names: names.filter((one) => !holders.has(one)), edgeDeviceId, now });
    return names.filter((one) => (holders.get(one) ?? edgeDeviceId) !== edgeDeviceId);
  };
  if (deviceName !== undefined) await claim("device", [deviceName]);
  const ids = cameras.map(({ camera_id: id }) => id);
  const foreign = await claim("camera", ids);
  for (const { cameraId, from } of await moveCameras(tx, { names: foreign, edgeDeviceId, now })) {
    const subject = { type: "camera", id: cameraId };
    const [before, after] = [{ edgeDeviceId: from }, { edgeDeviceId }];
    await auditOfService(parts)(tx, { action: "camera.change-device", subject, before, after });
    parts.logger.warn({ cameraId, from, edgeDeviceId, name }, "a camera has moved to another edge device");
    await notifySupervisors(tx, parts.jobs, {
      kind: "camera-moved",
      title: `Camera ${cameraId} has moved to another device`,
      body: `The device "${name}" reports it now; the device before no longer does.`,
      data: { cameraId, edgeDeviceId },
      collapseKey: `camera-moved-${encodeURIComponent(cameraId).slice(0, 30)}`,
      exceptUserId: null,
    });
  }
}
