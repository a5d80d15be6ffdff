import { describe, expect, test } from "vitest";
import type { Evidence } from "./evidence.ts";
import { createLanePassages } from "./lane-passages.ts";
import { A, announced, B, C, laneOf, load, numbersOf, picture, placed, read, RULES, standing } from "./testing.ts";

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
  const passageId = lane.nameLoad(one.id, undefined)?.passageId;
  lane.see(read(A, 4, 10));
  expect(lane.nameLoad(one.id, undefined)).toMatchObject({ passageId, containerNumber: A });
  for (let at = 100; at < 9_000; at += 100) lane.see(load(at, at + 5));
  expect(lane.evidence()).toHaveLength(60);
  expect(lane.nameLoad(one.id, undefined)).toBeNull();
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
