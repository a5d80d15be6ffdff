import { readDisk } from "../base/read-disk.ts";
import type { Camera } from "../cameras/camera.ts";
import type { DriftWatch } from "../care/drift/watch-drift.ts";
import { createManualScans } from "../composition/manual-scans.ts";
import type { Stations } from "../composition/open-stations.ts";
import type { AgentRoutesParts } from "./agent-routes.ts";
import type { AgentStatus } from "./agent-status.ts";

/** Creates the functions that the routes of an agent call. */
export function createAgentRoutes(
  parts: Omit<Parameters<typeof createManualScans>[0], "nameManual"> & {
    stations: Pick<Stations, "announce" | "requestScan" | "nameManual">;
    cameras: readonly Camera[];
    /** Null: the days of the cameras are not compared. */
    drift: Pick<DriftWatch, "forget"> | null;
    status: () => AgentStatus;
  },
): AgentRoutesParts {
  const { config, stations, cameras, drift, newId, status } = parts;
  return {
    instanceId: newId(),
    status,
    disk: () => readDisk(config.dataDir),
    announce: (target, reports) => stations.announce(target, reports),
    requestScan: (stationId) => stations.requestScan(stationId),
    learnView(cameraId) {
      const camera = cameras.find(({ id }) => id === cameraId);
      if (!camera) return "unknown";
      const isCompared = drift?.forget(cameraId) ?? false;
      return camera.learnView() || isCompared ? "learning" : "not-checked";
    },
    manualScans: createManualScans({ ...parts, nameManual: stations.nameManual }),
  };
}
