import { createLanePassages } from "../passages/lane-passages.ts";
import { createStationPassages, type StationPassages } from "../passages/station-passages.ts";

/** The passages of a station whose container is always the same. */
export function fixedContainer(containerNumber: string): StationPassages {
  const rules = {
    expiresAfterMs: 0,
    waitMs: 0,
    severalLoads: false,
    announcedAfterLoads: false,
    followsVehicles: true,
    usualTimes: new Map(),
  };
  const passages = createLanePassages({ rules, before: [], nowMs: () => 0, changed: () => {} });
  const source = { kind: "fixed", containerNumber } as const;
  return createStationPassages({
    deviceId: "box-1",
    lane: { id: "gate-1", source, passages },
    station: { id: "gate-1", position: undefined },
  });
}
