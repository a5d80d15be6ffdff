import { describe, expect, test } from "vitest";
import type { Evidence, PlacedNumber } from "./evidence.ts";
import { createLanePassages } from "./lane-passages.ts";
import type { PassageRules } from "./arrange-passages.ts";

const [A, B, C] = ["CSQU3054383", "MSCU1234566", "HLXU2008419"];
const RULES: PassageRules = {
  expiresAfterMs: 600_000,
  waitMs: 60_000,
  severalLoads: false,
  announcedAfterLoads: false,
  followsVehicles: true,
};

let made = 0;
/** Times are seconds. `to` is undefined while it is in view. */
const span = (from: number, to: number | undefined) => ({
  id: `e${(made += 1)}`,
  fromMs: from * 1_000,
  toMs: (to ?? from) * 1_000,
  isOver: to !== undefined,
});
const load = (from: number, to?: number, station = "top"): Evidence & { kind: "load" } => ({
  kind: "load",
  ...span(from, to),
  station,
  isVisit: true,
});
/** A load that is still there, and was last seen at `to`. */
const standing = (from: number, to: number) => ({ ...load(from, to), isOver: false });
const picture = (at: number, station = "x-ray"): Evidence & { kind: "load" } => ({
  ...load(at, at, station),
  isVisit: false,
});
const placed = (text: string): PlacedNumber => {
  const [containerNumber = "", position] = text.split("@");
  return position === undefined ? { containerNumber } : { containerNumber, position };
};
const read = (numbers: string, from: number, to?: number): Evidence => ({
  kind: "reading",
  ...span(from, to),
  result: { state: "read", numbers: numbers.split(" ").map(placed) },
});
const unread = (from: number, to?: number): Evidence => ({
  kind: "reading",
  ...span(from, to),
  result: { state: "unread", reason: "uncertain" },
});
const announced = (numbers: string, at: number): Evidence => ({
  kind: "announcement",
  ...span(at, at),
  numbers: numbers.split(" ").map(placed),
});

function laneOf(evidence: readonly Evidence[], rules: Partial<PassageRules> = {}, nowMs = 0) {
  const lane = createLanePassages({
    rules: { ...RULES, ...rules },
    before: [],
    nowMs: () => nowMs,
    changed: () => {},
  });
  for (const one of evidence) lane.see(one);
  return lane;
}

/** The number of each load, in the order of the evidence; evidence that arrives in the other order changes nothing. */
function numbersOf(
  evidence: readonly Evidence[],
  { position, ...rules }: Partial<PassageRules> & { position?: string } = {},
) {
  const loads = evidence.filter(({ kind }) => kind === "load");
  const numbersIn = (all: readonly Evidence[]) => {
    const lane = laneOf(all, rules);
    return loads.map(({ id }) => lane.nameLoad(id, position).containerNumber);
  };
  const numbers = numbersIn(evidence);
  expect(numbersIn(evidence.toReversed())).toEqual(numbers);
  return numbers;
}

describe("a load has the number of its own vehicle", () => {
  test.each<[string, Evidence[], (string | null)[]]>([
    ["that came into view before it", [read(A, 0, 6), load(8, 20)], [A]],
    ["that came into view while it was in view", [load(0, 20), read(A, 3, 9)], [A]],
    ["that was announced before it came", [announced(A, 0), load(8, 20)], [A]],
    ["that was announced while it was in view", [load(0, 20), announced(A, 9)], [A]],
    ["that was announced while it still is in view", [standing(0, 9), announced(A, 9)], [A]],
    [
      "that came into view when the number of the vehicle before had left",
      [read(A, 0, 6), load(9, 30), read(B, 15, 40)],
      [B],
    ],
    ["at each station of the lane", [read(A, 0, 6), load(8, 30), load(20, 40, "side"), picture(35)], [A, A, A]],
  ])("%s", (_, evidence, numbers) => {
    expect(numbersOf(evidence)).toEqual(numbers);
  });
});

describe("no load has the number of another vehicle", () => {
  test.each<[string, Evidence[], (string | null)[]]>([
    ["when its own was not read", [read(A, 0, 6), load(8, 20), unread(60, 66), load(68, 80)], [A, null]],
    ["when its own was not noticed at all", [read(A, 0, 6), load(8, 20), load(68, 80)], [A, null]],
    [
      "when it waits and the next vehicle is read",
      [unread(0, 6), load(8, 20), read(B, 40, 46), load(48, 60)],
      [null, B],
    ],
    ["when it has left and the next vehicle is read", [load(8, 20), read(B, 40, 46), load(48, 60)], [null, B]],
    ["when its announcement was missed", [announced(A, 0), load(8, 20), load(68, 80)], [A, null]],
    [
      "when its announcement was missed and the next one comes before it stops waiting",
      [announced(A, 0), load(8, 20), load(68, 80), announced(B, 100), load(108, 120)],
      [A, null, null],
    ],
    ["when a camera reads another number than was announced", [announced(A, 0), read(B, 5, 9), load(6, 20)], [null]],
    ["when the next vehicle is announced while it is in view", [read(A, 0, 6), load(4, 20), announced(B, 15)], [null]],
    ["when two numbers were in view of it at once", [read(`${A} ${B}`, 0, 6), load(4, 20)], [null]],
    ["when its number expired", [read(A, 0, 6), load(700, 720)], [null]],
    [
      "at another station that has seen nothing of the vehicle before",
      [read(A, 0, 2), load(8, 20), load(120, 130, "gate"), load(125, 150)],
      [A, null, null],
    ],
    [
      "beside the next vehicle's at another station",
      [read(A, 0, 6), load(8, 20), load(15, 60, "side"), load(35, 60)],
      [A, null, null],
    ],
    ["in a picture of the next vehicle", [read(A, 0, 6), load(8, 20), picture(500)], [A, null]],
    ["in a picture, before it is known when pictures come", [read(A, 0, 6), picture(10)], [null]],
    ["at another station", [read(A, 0, 6), load(8, 20), load(60, 70), load(75, 80, "side")], [A, null, null]],
    [
      "in a picture that shows a whole vehicle later",
      [read(A, 0, 6), load(8, 20), load(60, 70), picture(80)],
      [A, null, null],
    ],
  ])("%s", (_, evidence, numbers) => {
    expect(numbersOf(evidence)).toEqual(numbers);
  });

  test("after a vehicle without a load, where loads come with their numbers", () => {
    const usual = [0, 100, 200].flatMap((at) => [load(at, at + 20), read(A, at + 5, at + 9)]);
    const empty = [read(B, 305, 309)];
    expect(numbersOf([...usual, ...empty, load(400, 420)])).toEqual([A, A, A, null]);
    expect(numbersOf([...usual, ...empty, load(400, 420), read(C, 405, 409)])).toEqual([A, A, A, C]);
  });

  test("after a vehicle without a load, where loads come a while after their numbers", () => {
    const usual = [0, 100, 200].flatMap((at) => [read(A, at, at + 5), load(at + 25, at + 40)]);
    expect(numbersOf([...usual, read(B, 300, 305), load(365, 380)])).toEqual([A, A, A, B]);
    expect(numbersOf([...usual, read(B, 300, 305), load(390, 400)])).toEqual([A, A, A, null]);
  });
});

test("a number that was announced just after a load is of the next one only if a camera reads it, or it is in view then", () => {
  const late = [load(0, 10), announced(A, 30)];
  expect(numbersOf([...late, load(40, 60)])).toEqual([null, null]);
  expect(numbersOf([...late, read(A, 35, 45), load(40, 60)])).toEqual([null, A]);
  expect(numbersOf([...late, load(40, 60), announced(A, 50)])).toEqual([null, A]);
  expect(numbersOf([...late, announced(B, 35), load(40, 60)])).toEqual([null, null]);
  expect(numbersOf([...late, load(40, 60), announced(B, 130), load(140, 150)])).toEqual([null, null, B]);
});

test("where numbers are announced after the loads, each is that of the load that has left", () => {
  const first = [load(0, 10), picture(12), announced(A, 30), load(60, 70), announced(B, 90), load(120, 130)];
  const evidence = [...first, load(180, 190), announced(C, 210), load(260, 270), announced(A, 400)];
  expect(numbersOf(evidence)).toEqual([null, null, null, null, null, null]);
  expect(numbersOf(evidence, { announcedAfterLoads: true })).toEqual([A, A, B, null, C, null]);
});

describe("what comes when the vehicle has left the other stations is its own, once it is known when it comes:", () => {
  test.each([
    ["a load", (at: number) => load(at, at + 10, "side")],
    ["a picture", (at: number) => picture(at)],
  ])("%s", (_, further) => {
    const vehicleAt = (at: number) => [read(A, at, at + 5), load(at + 6, at + 20), further(at + 30)];
    const three = [0, 100, 200].flatMap(vehicleAt);
    expect(numbersOf(three)).toEqual([A, null, A, null, A, null]);
    expect(numbersOf([...three, ...vehicleAt(300)]).slice(-2)).toEqual([A, A]);
    expect(numbersOf([...three, read(B, 300, 305), further(600)]).at(-1)).toBeNull();
  });

  test("pictures teach it for as long as their vehicles are remembered, and all others are forgotten", () => {
    let nowMs = 0;
    const lane = createLanePassages({ rules: RULES, before: [], nowMs: () => nowMs, changed: () => {} });
    const seePicture = (at: number) => {
      nowMs = at * 1_000;
      const one = picture(at);
      lane.see(one);
      return lane.nameLoad(one.id, undefined).containerNumber;
    };
    for (const at of [0, 400, 800, 1_200]) {
      lane.see(read(A, at, at + 5));
      const numbers = [10, 20, 200, 400].map((tookSeconds) => seePicture(at + tookSeconds));
      expect(numbers).toEqual(
        at < 800 ? [null, null, null, null] : at === 800 ? [null, A, null, null] : [A, A, null, null],
      );
    }
  });
});

test("a picture beside a load that may be of the next vehicle is named with it", () => {
  const [number, one, x] = [read(A, 0, 6), standing(9, 20), picture(15)];
  const lane = laneOf([number, one, x]);
  expect(lane.nameLoad(x.id, undefined)).toMatchObject({ containerNumber: null, isFinal: false });
  lane.see({ ...one, toMs: 25_000 });
  lane.see(announced(B, 24));
  expect(lane.nameLoad(one.id, undefined)).toMatchObject({ containerNumber: B });
  expect(lane.nameLoad(x.id, undefined)).toMatchObject({ containerNumber: B });
  expect(numbersOf([number, { ...one, isOver: true }, x])).toEqual([A, A]);
});

test("a load that came as usual after its number is of no vehicle when another number comes into view beside it", () => {
  const usual = [0, 100, 200].flatMap((at) => [read(A, at, at + 5), load(at + 15, at + 40)]);
  expect(numbersOf([...usual, read(B, 300, 305), load(315, 340)])).toEqual([A, A, A, B]);
  expect(numbersOf([...usual, read(B, 300, 305), load(315, 340), read(C, 330, 335)])).toEqual([A, A, A, null]);
});

test("a load that follows a number has it once it has left, and not at the end of its wait, as long as the lane is new", () => {
  const [number, one] = [read(A, 0, 6), standing(9, 20)];
  const lane = laneOf([number, one]);
  expect(lane.nameLoad(one.id, undefined)).toMatchObject({ containerNumber: null, isFinal: false });
  lane.see({ ...one, isOver: true });
  expect(lane.nameLoad(one.id, undefined)).toMatchObject({ containerNumber: A });
});

describe("a vehicle that stands", () => {
  test("keeps the numbers of its two containers when one of them comes into view again", () => {
    const evidence = [read(`${A}@front ${B}@rear`, 0, 8), read(B, 12, 20), load(14, 30)];
    expect(numbersOf(evidence, { position: "front" })).toEqual([A]);
    expect(numbersOf(evidence, { position: "rear" })).toEqual([B]);
    expect(numbersOf(evidence)).toEqual([null]);
  });

  test("has its number announced once, however often it comes into view again", () => {
    const lane = laneOf([read(A, 0, 6)]);
    const again = read(A, 12, 20);
    const first = lane.outcomeOf(lane.evidence()[0]!.id)!.passageId;
    expect(lane.report(first, [placed(A)])).toBe(true);
    lane.see(again);
    expect(lane.outcomeOf(again.id)).toMatchObject({ passageId: first, outcome: { kind: "identified" } });
    expect(lane.report(first, [placed(A)])).toBe(false);
  });

  test("is another vehicle, or has come back, when its number is read a minute later", () => {
    expect(numbersOf([read(A, 0, 6), load(8, 20), read(A, 90, 96), load(98, 110)])).toEqual([A, A]);
  });
});

test("the containers of one vehicle are announced one after the other", () => {
  const evidence = [announced(`${A}@front`, 0), announced(`${B}@rear`, 5), load(8, 20)];
  expect(numbersOf(evidence, { position: "front" })).toEqual([A]);
  expect(numbersOf(evidence, { position: "rear" })).toEqual([B]);
  const next = [...evidence, announced(`${C}@front`, 60), load(68, 80)];
  expect(numbersOf(next, { position: "front" })).toEqual([A, C]);
  expect(numbersOf(next, { position: "rear" })).toEqual([B, null]);
});

test("a container at another position that is announced after the vehicle has left, or much later, is of the next one", () => {
  const first = announced(`${A}@front`, 0);
  const next = [announced(`${B}@rear`, 40), load(48, 60)];
  expect(numbersOf([first, load(8, 20), ...next], { position: "rear" })).toEqual([null, B]);
  expect(numbersOf([first, load(8, 20), load(10, 22, "side"), ...next], { position: "rear" })[1]).toBeNull();
  expect(numbersOf([first, ...next], { position: "front" })).toEqual([null]);
  const after = [load(-20, -10), first, announced(`${B}@rear`, 5)];
  expect(numbersOf(after, { position: "rear", announcedAfterLoads: true })).toEqual([B]);
});

test("several loads of one container have its number where the lane is set up so, until it expires", () => {
  const loads = [announced(A, 0), load(8, 20), load(68, 80), load(700, 710)];
  expect(numbersOf(loads, { severalLoads: true })).toEqual([A, A, null]);
});

test("a load waits until the number cameras have read what they saw before it, and while they read", () => {
  const [number, one] = [read(A, 0, 9), { ...load(8), toMs: 20_000 }];
  const lane = laneOf([number, one]);
  let untilMs = 7_000;
  lane.waitForReadings(() => untilMs);
  expect(lane.nameLoad(one.id, undefined)).toMatchObject({ containerNumber: null, isFinal: false });
  untilMs = 8_000;
  expect(lane.nameLoad(one.id, undefined)).toMatchObject({ containerNumber: A });
  const pending = { ...read(B, 7.5), result: { state: "pending" } } as Evidence;
  lane.see({ ...number, toMs: 6_000 });
  lane.see(pending);
  expect(lane.nameLoad(one.id, undefined)).toMatchObject({ containerNumber: null, isFinal: false });
  lane.see({ ...pending, isOver: true, result: { state: "unread", reason: "order" } } as Evidence);
  expect(lane.nameLoad(one.id, undefined)).toMatchObject({ containerNumber: null, reason: "order", isFinal: false });
});

test("no number is expected any longer once the next vehicle has come, or the numbers contradict each other", () => {
  const [one, next] = [load(0, 10), standing(30, 40)];
  const lane = laneOf([one]);
  expect(lane.nameLoad(one.id, undefined)).toMatchObject({ isFinal: false, reason: "no number was read or announced" });
  lane.see(next);
  expect(lane.nameLoad(one.id, undefined)).toMatchObject({ isFinal: true });
  lane.see(announced(A, 31));
  lane.see(announced(B, 32));
  expect(lane.nameLoad(next.id, undefined)).toMatchObject({
    isFinal: true,
    containerNumber: null,
    reason: `${A} and ${B} on one vehicle`,
  });
});

test("a passage keeps its id when evidence from before arrives later, and forgets nothing of the newest vehicles", () => {
  const one = load(8, 20);
  const lane = laneOf([one]);
  const { passageId } = lane.nameLoad(one.id, undefined);
  lane.see(read(A, 4, 10));
  expect(lane.nameLoad(one.id, undefined)).toMatchObject({ passageId, containerNumber: A });
  for (let at = 100; at < 3_000; at += 100) lane.see(load(at, at + 5));
  expect(lane.evidence()).toHaveLength(20);
  expect(lane.nameLoad(one.id, undefined)).toMatchObject({ containerNumber: null, isFinal: true });
});

describe("after a restart", () => {
  const restarted = (before: readonly Evidence[], nowMs = 1_000_000, rules = RULES) =>
    createLanePassages({ rules, before, nowMs: () => nowMs, changed: () => {} });

  test("no load has a number from before: its vehicle may have come while the agent was stopped", () => {
    const [coming, x] = [standing(1_010, 1_020), picture(1_020)];
    const lane = restarted([load(0, 5), read(A, 990, 995)]);
    lane.see(coming);
    lane.see(x);
    expect(lane.nameLoad(coming.id, undefined)).toMatchObject({ containerNumber: null });
    expect(lane.nameLoad(x.id, undefined)).toMatchObject({ containerNumber: null });
    lane.see(announced(B, 1_015));
    expect(lane.nameLoad(coming.id, undefined)).toMatchObject({ containerNumber: B });
    expect(lane.nameLoad(x.id, undefined)).toMatchObject({ containerNumber: B });
  });

  test("a number that was announced is still that of single pictures where nothing follows vehicles", () => {
    const later = picture(1_100);
    const lane = restarted([announced(A, 900), picture(910)], 1_000_000, { ...RULES, followsVehicles: false });
    lane.see(later);
    expect(lane.nameLoad(later.id, undefined)).toMatchObject({ containerNumber: A });
  });

  test("a load that waits has the number of its passage, and gets no other one", () => {
    const one = { ...load(990), toMs: 995_000 };
    const before = [one, read(A, 992)];
    const { passageId = "" } = laneOf(before).nameLoad(one.id, undefined);
    expect(restarted(before).namePassage(passageId, undefined)).toMatchObject({ containerNumber: A });
    const pending = { ...read(A, 991), result: { state: "pending" } } as Evidence;
    const lane = restarted([one, pending]);
    lane.see(announced(B, 1_010));
    expect(lane.namePassage(passageId, undefined)).toMatchObject({
      containerNumber: null,
      reason: "the agent was stopped",
      isFinal: true,
    });
    expect(restarted([]).namePassage(passageId, undefined)).toMatchObject({ passageId, isFinal: true });
  });

  test("with a clock that is behind, nothing from before is known", () => {
    expect(restarted([read(A, 0, 6)], 5_000).evidence()).toEqual([]);
  });
});

test("the next number is that of the load in view, or of one that came now", () => {
  const lane = laneOf([announced(A, 0)], {}, 5_000);
  expect(lane.nextNumber("top", undefined)).toBe(A);
  lane.see(load(2));
  expect(lane.nextNumber("top", undefined)).toBe(A);
  expect(laneOf([announced(A, 0), load(2, 3)], {}, 5_000).nextNumber("top", undefined)).toBeNull();
});
