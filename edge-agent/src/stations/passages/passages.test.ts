import { describe, expect, test } from "vitest";
import type { Evidence } from "./evidence.ts";
import { createLanePassages } from "./lane-passages.ts";
import { A, announced, B, C, laneOf, load, numbersOf, picture, read, RULES, standing, unread } from "./testing.ts";

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

test("a number that is announced when an unread one has left is of that vehicle, whose load comes later", () => {
  expect(numbersOf([unread(0, 2), announced(A, 8), load(12, 20)])).toEqual([A]);
  expect(numbersOf([unread(0, 2), announced(A, 8), read(A, 10, 12), load(12, 20)])).toEqual([A]);
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
      return lane.nameLoad(one.id, undefined)?.containerNumber;
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

describe("what is announced when a vehicle has left is not of the next one:", () => {
  test("a number that no camera read", () => {
    const late = [unread(1, 5), load(0, 10), announced(A, 16)];
    expect(numbersOf([...late, load(31, 45)])).toEqual([null, null]);
    expect(numbersOf([...late, unread(30, 34), load(31, 45)])).toEqual([null, null]);
  });

  test("a number that no camera read of a vehicle without a load", () => {
    const empty = [unread(0, 1), announced(A, 8)];
    expect(numbersOf([...empty, unread(30, 34), load(31, 45)])).toEqual([null]);
    expect(numbersOf([...empty, read(B, 30, 34), load(31, 45)])).toEqual([B]);
  });

  test("a number in a lane whose numbers are announced after the loads, if no load was seen", () => {
    const after = { announcedAfterLoads: true };
    expect(numbersOf([announced(A, 8), unread(30, 34), load(31, 45)], after)).toEqual([null]);
    expect(numbersOf([unread(0, 1), announced(A, 8), load(31, 45)], after)).toEqual([null]);
  });

  test("a number that was known already", () => {
    const known = [read(A, 1, 5), load(0, 10), announced(A, 20)];
    expect(numbersOf([...known, load(31, 45)])).toEqual([A, null]);
    expect(numbersOf([...known, load(31, 45, "side")])).toEqual([A, null]);
    expect(numbersOf([...known, load(31, 45), announced(A, 40)])).toEqual([A, A]);
  });

  test("the number of another position", () => {
    const first = [load(0, 10), announced(`${A}@front`, 5), announced(`${B}@rear`, 13)];
    expect(numbersOf([...first, load(31, 45)], { position: "rear" })).toEqual([null, null]);
    expect(numbersOf([...first, load(31, 45)], { position: "front" })).toEqual([A, null]);
  });

  test("a number whose vehicle stands further back than the lane remembers", () => {
    const vehicles = Array.from({ length: 30 }, (_, index) => index * 40);
    const evidence = vehicles.flatMap((at) => [load(at, at + 10), announced([A, B, C][(at / 40) % 3] ?? A, at + 15)]);
    expect(new Set(numbersOf(evidence))).toEqual(new Set([null]));
  });
});

describe("each station may miss a vehicle:", () => {
  const both = (at: number) => [load(at + 10, at + 16), load(at + 10, at + 16, "side")];
  const usual = [0, 100, 200].flatMap((at) => [read(A, at, at + 2), ...both(at)]);

  test("a load that one sees when the others have seen a vehicle leave is of the next vehicle", () => {
    const missed = [read(B, 300, 302), load(310, 316), load(318, 330, "side")];
    expect(numbersOf([...usual, ...missed]).slice(-2)).toEqual([B, null]);
  });

  test("a load has the number of the vehicle whose other loads it missed", () => {
    expect(numbersOf([...usual, read(B, 300, 302), load(310, 316, "side")]).at(-1)).toBe(B);
  });
});

test("a load beside one that may be of the next vehicle may be that as well", () => {
  const usual = [0, 100, 200].flatMap((at) => [load(at, at + 20), announced(A, at + 5)]);
  const [side, top] = [{ ...standing(400, 402), station: "side" }, standing(401, 402)];
  const lane = laneOf([...usual, announced(B, 300), side, top]);
  for (const one of [side, top]) expect(lane.nameLoad(one.id, undefined)).toMatchObject({ containerNumber: null });
});

test("a number that was not read may be two, one after the other: what came during it is in doubt with the next load", () => {
  const evidence = [load(0, 6, "rear"), announced(A, 5), unread(3, 14), load(8, 20, "front"), load(9, 20, "rear")];
  expect(numbersOf(evidence)).toEqual([A, null, null]);
});

test("what comes during a number that was not read, when another number was known, may be of the next vehicle", () => {
  const evidence = [announced(A, 5), unread(2, 14), load(8, 20), load(9, 30, "side"), picture(12)];
  expect(numbersOf(evidence)).toEqual([null, null, null]);
  expect(numbersOf([unread(2, 14), load(8, 20), announced(A, 15)])).toEqual([A]);
  expect(numbersOf([load(1, 20), announced(A, 5), unread(2, 14), load(8, 30, "side")])).toEqual([A, A]);
});

test("a scan that is requested counts as a load: without a number it has none, and a load after it is of another vehicle", () => {
  const requested = (at: number) => load(at, at);
  expect(numbersOf([requested(5)])).toEqual([null]);
  expect(numbersOf([read(A, 0, 4), requested(5)])).toEqual([A]);
  expect(numbersOf([read(A, 0, 4), load(3, 20), requested(30)])).toEqual([A, null]);
  expect(numbersOf([read(A, 0, 4), requested(5), load(8, 20)])).toEqual([A, null]);
});

test("a load further on is of the vehicle that has just left the first station, not of one that comes after that", () => {
  const vehicleAt = (at: number) => [read(A, at, at + 5), load(at + 6, at + 50), load(at + 54, at + 58, "exit")];
  const usual = [0, 100, 200].flatMap(vehicleAt);
  const short = [read(B, 300, 305), load(306, 312)];
  expect(numbersOf([...usual, ...short, load(316, 320, "exit")]).at(-1)).toBe(B);
  expect(numbersOf([...usual, ...short, load(334, 340, "exit")]).at(-1)).toBeNull();
});
