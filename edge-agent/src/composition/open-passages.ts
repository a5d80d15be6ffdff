import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { AgentConfig } from "../config/config.ts";
import { createLaneTime } from "../stations/passages/lane-time.ts";
import { openPassageFile } from "../stations/passages/passage-file.ts";
import { createClockWatch } from "./watch-clock.ts";

const FIXED =
  "every load is recorded under one fixed container number, as on a test rig; at a gate, set container: { identified: {} }";

type Parts = { config: Pick<AgentConfig, "dataDir" | "lanes" | "stations">; clock: Clock; logger: Logger };

const FROM_FUTURE =
  "the clock of this machine is behind the last vehicle that was seen; what is known of the lane is forgotten";

/** The time of the lanes, and the file that keeps their passages across restarts; warns of lanes that have none. */
export function openPassages({ config, clock, logger }: Parts) {
  const lanes = config.lanes.map(({ id, container }) => ({ lane: id, container }));
  const stations = config.stations.filter(({ lane }) => lane === null);
  for (const { container, ...place } of [
    ...lanes,
    ...stations.map(({ id, container }) => ({ station: id, container })),
  ]) {
    if (container.kind === "fixed") logger.warn({ ...place, containerNumber: container.containerNumber }, FIXED);
  }
  const laneTime = createLaneTime(clock);
  const passageFile = openPassageFile(config.dataDir, logger);
  for (const [lane, evidence] of passageFile.read()) {
    if (evidence.some(({ toMs }) => toMs > laneTime.nowMs())) logger.warn({ lane }, FROM_FUTURE);
  }
  const clockWatch = createClockWatch(clock, logger);
  return { laneTime, passageFile, tick: () => clockWatch.tick() };
}
