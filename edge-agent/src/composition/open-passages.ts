import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { AgentConfig } from "../config/config.ts";
import { createLaneTime } from "../stations/passages/lane-time.ts";
import { openPassageFile } from "../stations/passages/passage-file.ts";

const FIXED =
  "every load is recorded under one fixed container number, as on a test rig; at a gate, set container: { identified: {} }";

/** The time of the lanes, and the file that keeps their passages across restarts; warns of lanes that have none. */
export function openPassages({ config, clock, logger }: { config: AgentConfig; clock: Clock; logger: Logger }) {
  const lanes = config.lanes.map(({ id, container }) => ({ lane: id, container }));
  const stations = config.stations.filter(({ lane }) => lane === null);
  for (const { container, ...place } of [
    ...lanes,
    ...stations.map(({ id, container }) => ({ station: id, container })),
  ]) {
    if (container.kind === "fixed") logger.warn({ ...place, containerNumber: container.containerNumber }, FIXED);
  }
  return { laneTime: createLaneTime(clock), passageFile: openPassageFile(config.dataDir, logger) };
}
