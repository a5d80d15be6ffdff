import { expect, test } from "vitest";
import type { NumberReport } from "../stations/container-numbers.ts";
import { openLanes } from "../stations/lanes.ts";
import { createLaneTime } from "../stations/passages/lane-time.ts";
import { UNKNOWN_TIMES } from "../stations/passages/travel-times.ts";
import { createNumberIntake } from "./take-numbers.ts";

const [A, B, C] = ["CSQU3054383", "MSCU1234566", "HLXU2008419"];
const container = {
  kind: "identified",
  expiresAfterMs: 600_000,
  waitMs: 60_000,
  severalLoads: false,
  announcedAfterLoads: false,
} as const;

/** A lane with positions and a station at each; `seeLoad` is a load in front of the first station. */
function createIntake() {
  const clock = { atMs: 100_000 };
  const laneTime = createLaneTime({ nowMs: () => clock.atMs, monotonicMs: () => clock.atMs });
  const station = { lane: "gate", container, numberCameras: [], followsLoads: true, usualTimes: UNKNOWN_TIMES };
  const stations = [
    { ...station, id: "s-front", position: "front" },
    { ...station, id: "s-rear", position: "rear" },
  ];
  const lane = { id: "gate", container, positions: ["front", "rear"], numberCameras: ["left"] };
  const lanes = openLanes({ lanes: [lane], stations }, { read: () => new Map(), write: () => {} }, laneTime.nowMs);
  const identified: string[] = [];
  const logged: string[] = [];
  let lastId = 0;
  const log = (_: object, message: string) => void logged.push(message);
  const intake = createNumberIntake({
    lanes,
    laneTime,
    stations: stations.map(({ id }) => ({
      id,
      identify: ({ containerNumber }, passageId) => identified.push(`${id} ${containerNumber} ${passageId}`),
      settle: () => {},
    })),
    newId: () => `announced-${(lastId += 1)}`,
    logger: { info: log, warn: log, error: log },
  });
  const passages = lanes.find({ lane: "gate" })!.passages;
  const seeLoad = (id: string, fromMs: number, toMs: number) =>
    passages.see({ kind: "load", id, station: "s-front", isVisit: true, isOver: true, fromMs, toMs });
  const report = (containerNumber: string, position?: string): NumberReport => ({
    containerNumber,
    position,
    source: "camera",
  });
  return { intake, identified, logged, clock, seeLoad, passages, report };
}

const GATE = { lane: "gate" };

test("both containers of a vehicle are announced once, and keep their numbers when one comes into view again", () => {
  const { intake, identified, passages, seeLoad, report } = createIntake();
  const both = { state: "read", reports: [report(A, "front"), report(B, "rear")] } as const;
  const first = { id: "reading-1", fromMs: 1_000, toMs: 9_000 };
  expect(intake.follow(GATE, { ...first, isOver: false, isDoubtful: false, decision: null })).toMatchObject({
    ok: true,
    isNew: false,
  });
  expect(intake.follow(GATE, { ...first, isOver: false, isDoubtful: false, decision: both })).toMatchObject({
    ok: true,
    isNew: true,
  });
  intake.follow(GATE, { ...first, isOver: true, isDoubtful: false, decision: null });
  const again = { state: "read", reports: [report(B)] } as const;
  const second = { id: "reading-2", fromMs: 13_000, toMs: 20_000, isOver: true, isDoubtful: false, decision: again };
  expect(intake.follow(GATE, second)).toMatchObject({ ok: true, isNew: false });
  expect(identified).toEqual([`s-front ${A} reading-1`, `s-rear ${B} reading-1`]);
  seeLoad("load", 14_000, 30_000);
  expect(passages.nameLoad("load", "front")?.containerNumber).toBe(A);
  expect(passages.nameLoad("load", "rear")?.containerNumber).toBe(B);
});

test("numbers that contradict each other identify nothing, and the sender is refused", () => {
  const { intake, identified, logged, seeLoad, passages } = createIntake();
  seeLoad("load", 95_000, 100_000);
  expect(intake.announce(GATE, [{ containerNumber: A, source: "http" }])).toEqual({ ok: true });
  expect(intake.announce(GATE, [{ containerNumber: B, source: "http" }])).toEqual({
    ok: false,
    reason: "contradictory",
    message: `the numbers contradict each other: ${A} and ${B} on one vehicle`,
  });
  expect(identified).toEqual([`s-front ${A} load`]);
  expect(logged.at(-1)).toBe("the numbers of a vehicle contradict each other; it stays unidentified");
  expect(passages.nameLoad("load", "front")).toMatchObject({ containerNumber: null, passageId: "load-unsure" });
});

test("a number that is announced when a load has just left is in doubt each time, and the log names the setting", () => {
  const { intake, logged, clock, seeLoad, passages } = createIntake();
  for (const [index, containerNumber] of [A, B, C].entries()) {
    const fromMs = 100_000 + index * 40_000;
    seeLoad(`load-${index}`, fromMs, fromMs + 10_000);
    clock.atMs = fromMs + 15_000;
    intake.announce(GATE, [{ containerNumber, source: "mqtt" }]);
  }
  seeLoad("next", 230_000, 240_000);
  expect(logged.filter((line) => line.includes("set announcedAfterLoads"))).toHaveLength(3);
  for (const id of ["load-0", "load-1", "load-2", "next"])
    expect(passages.nameLoad(id, "front")).toMatchObject({ containerNumber: null, passageId: id });
  clock.atMs = 235_000;
  intake.announce(GATE, [{ containerNumber: A, source: "mqtt" }]);
  expect(passages.nameLoad("next", "front")?.containerNumber).toBe(A);
});

test("a load gets no number while another one is in view of the camera", () => {
  const { intake, seeLoad, passages, report } = createIntake();
  const read = { state: "read", reports: [report(A)] } as const;
  const reading = { id: "one", fromMs: 1_000, isOver: false };
  intake.follow(GATE, { ...reading, toMs: 5_000, isDoubtful: false, decision: read });
  seeLoad("load", 6_000, 20_000);
  intake.follow(GATE, { ...reading, toMs: 7_000, isDoubtful: true, decision: null });
  const doubtful = { containerNumber: null, isFinal: false, passageId: "one-unsure" };
  expect(passages.nameLoad("load", "front")).toMatchObject(doubtful);
  intake.follow(GATE, { ...reading, toMs: 8_000, isDoubtful: false, decision: null });
  expect(passages.nameLoad("load", "front")?.containerNumber).toBe(A);
});

test("a number that is not read ends what was known: the next load is of no vehicle before it", () => {
  const { intake, seeLoad, passages, report } = createIntake();
  const read = { state: "read", reports: [report(A)] } as const;
  intake.follow(GATE, { id: "one", fromMs: 1_000, toMs: 5_000, isOver: true, isDoubtful: false, decision: read });
  const unread = { state: "unread", reason: "uncertain" } as const;
  intake.follow(GATE, { id: "two", fromMs: 40_000, toMs: 45_000, isOver: true, isDoubtful: false, decision: unread });
  seeLoad("load", 48_000, 60_000);
  expect(passages.nameLoad("load", "front")).toMatchObject({ containerNumber: null, reason: "uncertain" });
});

test("a number that is announced while a camera is reading another one names no passage", () => {
  const { intake, identified, seeLoad } = createIntake();
  seeLoad("load", 95_000, 100_000);
  intake.follow(GATE, { id: "one", fromMs: 96_000, toMs: 99_000, isOver: false, isDoubtful: false, decision: null });
  expect(intake.announce(GATE, [{ containerNumber: A, source: "http" }])).toEqual({ ok: true });
  expect(identified).toEqual([`s-front ${A} undefined`]);
});

test("two passages with one number, and a number without a load, are logged", () => {
  const { intake, identified, logged, clock, seeLoad } = createIntake();
  const announce = (atMs: number, containerNumber: string) => {
    clock.atMs = atMs;
    expect(intake.announce(GATE, [{ containerNumber, source: "http" }])).toEqual({ ok: true });
  };
  announce(100_000, A);
  announce(200_000, B);
  expect(logged.at(-2)).toBe("no load was seen of the vehicle before, whose number is known");
  seeLoad("first", 201_000, 210_000);
  seeLoad("second", 300_000, 310_000);
  announce(305_000, B);
  expect(logged.at(-2)).toBe("the vehicle before had the same number: this is another vehicle, or it has come back");
  expect(identified).toEqual([`s-front ${A} announced-1`, `s-front ${B} announced-2`, `s-front ${B} second`]);
});

test("a position that the lane does not have is refused and logged, and names nothing", () => {
  const { intake, identified, logged, passages, report } = createIntake();
  const refused = {
    ok: false,
    reason: "invalid",
    message: '"roof" is not a position of gate; its positions: front, rear',
  };
  expect(intake.announce(GATE, [report(A, "roof")])).toEqual(refused);
  expect(logged).toEqual([`an announcement was refused: ${refused.message}`]);
  expect(identified).toEqual([]);
  expect(passages.evidence()).toEqual([]);
});
