import { expect, test } from "vitest";
import { NO_TRACES } from "../base/traces/traces.ts";
import type { HeldScan } from "./capture.ts";
import type { ContainerSource } from "./container-numbers.ts";
import type { Evidence } from "./passages/evidence.ts";
import { createLanePassages } from "./passages/lane-passages.ts";
import { passagePlaceholder } from "./passages/placeholder-number.ts";
import { createStationPassages } from "./passages/station-passages.ts";
import { createEvidence } from "./side-cameras.ts";
import { createScanTaker } from "./take-scans.ts";

const START_MS = Date.UTC(2026, 9, 18, 10, 15);
const NUMBER = "CSQU3054383";
const SOURCE = {
  kind: "identified",
  expiresAfterMs: 60_000,
  waitMs: 20_000,
  severalLoads: false,
  announcedAfterLoads: false,
} satisfies ContainerSource;
const unidentified = (passageId: string) => passagePlaceholder("box-1", "gate-1", passageId);

/** Starts with scans that waited for their number when the agent was stopped. */
function restart(held: HeldScan[], before: Evidence[] = [], source: ContainerSource = SOURCE) {
  const numbered: string[] = [];
  const nowMs = () => START_MS;
  const station = { id: "gate-1", position: undefined };
  const passages = createLanePassages({
    rules: { ...SOURCE, followsVehicles: true, usualTimes: new Map() },
    before,
    nowMs,
    changed: () => {},
  });
  const taker = createScanTaker({
    stationId: "gate-1",
    deviceId: "box-1",
    userEmailAt: () => undefined,
    scanType: "category",
    geometry: undefined,
    scanConfidence: 0.5,
    furtherScans: [],
    noteFailure: () => {},
    passages: createStationPassages({ deviceId: "box-1", lane: { id: "gate-1", source, passages }, station }),
    loadOf: () => "none",
    fullPicture: async (frame) => ({ frame, problem: null }),
    evidence: createEvidence([]),
    store: {
      commit: () => true,
      hold: () => true,
      assignNumber: (id, number, passageId) => numbered.push(`${id} ${number} ${passageId}`) > 0,
    },
    held,
    newId: () => "id",
    clock: { nowMs, monotonicMs: () => 0 },
    isClockSynchronised: () => true,
    traces: NO_TRACES,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  });
  taker.settle();
  return { numbered, status: taker.status() };
}

const heldScan = (id: string, passageId: string | null): HeldScan => ({
  id,
  kind: "category-scan",
  cameraId: "top",
  capturedAtMs: START_MS - 10_000,
  passageId,
});

/** A load that left before the start, which is known by its passage. */
const load: Evidence = {
  kind: "load",
  id: "one",
  station: "gate-1",
  isVisit: true,
  isOver: true,
  fromMs: START_MS - 11_000,
  toMs: START_MS - 5_000,
};
const announced: Evidence = {
  kind: "announcement",
  id: "announced",
  isOver: true,
  fromMs: START_MS - 9_000,
  toMs: START_MS - 9_000,
  numbers: [{ containerNumber: NUMBER }],
};

test("after a restart, the scans of one load are of one container, and those of an older release are of one each", () => {
  const held = [heldScan("scan", "one"), heldScan("photo", "one"), heldScan("other", null)];
  const placeholders = [
    `scan ${unidentified("one-unsure")} one-unsure`,
    `photo ${unidentified("one-unsure")} one-unsure`,
    `other ${unidentified("other-unsure")} other-unsure`,
  ];
  expect(restart(held).numbered).toEqual(placeholders);
  expect(restart(held, [load]).numbered).toEqual(placeholders);
});

test("after a restart, a scan that waited gets no number, which evidence that was lost might have corrected", () => {
  const { numbered, status } = restart([heldScan("scan", "one")], [load, announced]);
  expect(numbered).toEqual([`scan ${unidentified("one-unsure")} one-unsure`]);
  expect(status).toMatchObject({ lastScan: { id: "scan", reason: "restored" }, waitingForNumber: false });
});

test("after a restart, a passage whose scans were in doubt before has one placeholder for all of them", () => {
  const held = [heldScan("scan", "one-unsure"), heldScan("photo", "one")];
  const placeholder = unidentified("one-unsure");
  expect(restart(held).numbered).toEqual([`scan ${placeholder} one-unsure`, `photo ${placeholder} one-unsure`]);
});

test("after a restart with a fixed container, a scan that waited does not get its number", () => {
  const fixed = { kind: "fixed", containerNumber: NUMBER } as const;
  expect(restart([heldScan("scan", "one")], [], fixed).numbered).toEqual([
    `scan ${unidentified("one-unsure")} one-unsure`,
  ]);
});
