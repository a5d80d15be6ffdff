import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import type { Camera } from "../cameras/camera.ts";
import { openCamera } from "../cameras/open-camera.ts";
import type { Clock } from "../base/clock.ts";
import type { AgentConfig } from "../config/config.ts";
import { numberCamerasOf } from "./open-number-cameras.ts";
import type { Logger } from "../base/logger.ts";

/** Time that the decision on a scan may take, also on a busy machine. */
const KEEP_LONGER_MS = 5_000;

/** Opens the cameras of the stations, those that take evidence photos and those that read numbers. */
export function openCameras({
  config,
  clock,
  logger,
  random,
}: {
  config: AgentConfig;
  clock: Clock;
  logger: Logger;
  random: () => number;
}): Camera[] {
  return usedCameras(config, numberCamerasOf(config)).map((camera) => {
    const own = pathInside(config.dataDir, "cameras", camera.id);
    const files = { stateFile: `${own}.seen`, referenceFile: `${own}.reference` };
    return openCamera({ ...camera, ...files, keepMs: keepMs(config, camera.id), clock, logger, random });
  });
}

/** The cameras of the stations, those that take evidence photos and those that read numbers. */
export function usedCameras(
  { stations, cameras }: Pick<AgentConfig, "stations" | "cameras">,
  numberCameras: readonly string[],
): AgentConfig["cameras"] {
  const ofStations = stations.flatMap(({ camera, evidence }) => [camera, ...evidence.cameras]);
  const named = new Set([...ofStations, ...numberCameras]);
  return cameras.filter(({ id }) => named.has(id));
}

/** Age up to which a picture may become a scan: a load that never stops is scanned from the best of its visit. */
function keepMs({ stations }: AgentConfig, cameraId: string): number {
  const waits = stations.flatMap(({ camera, scan }) => (camera === cameraId ? [scan.maxWaitSeconds * 1_000] : []));
  return Math.max(0, ...waits) + KEEP_LONGER_MS;
}
