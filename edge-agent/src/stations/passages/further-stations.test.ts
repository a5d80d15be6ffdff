import { describe, expect, test } from "vitest";
import type { Evidence } from "./evidence.ts";
import { createLanePassages } from "./lane-passages.ts";
import { A, announced, B, laneOf, load, numbersOf, picture, read, RULES, standing, unread } from "./testing.ts";

const exit = (from: number, to: number) => load(from, to, "exit");
const exited = (at: number) => [read(A, at, at + 5), load(at + 6, at + 20), exit(at + 24, at + 30)];
const usual = [0, 100, 200].flatMap(exited);

describe("a station further on", () => {
  test("takes a picture of the vehicle that has just left, however long that stood", () => {
    const pictured = (at: number, stays: number) => {
      const leftAt = at + 6 + stays;
      return [read(A, at, at + 5), load(at + 6, leftAt), picture(leftAt + 4)];
    };
    const short = [0, 100, 200].flatMap((at) => pictured(at, 10));
    expect(numbersOf([...short, ...pictured(300, 90)]).slice(-2)).toEqual([A, A]);
    expect(numbersOf([...short, read(B, 300, 305), load(306, 396), picture(420)]).slice(-2)).toEqual([B, null]);
  });

  test("takes a picture of the first vehicle where its usual time is stated, and only then", () => {
    const pictured = [read(A, 0, 5), load(6, 16), picture(22)];
    const usualTimes = new Map([["x-ray", { sinceNumberMs: null, sinceLeftMs: 8_000 }]]);
    expect(numbersOf(pictured)).toEqual([A, null]);
    expect(numbersOf(pictured, { usualTimes })).toEqual([A, A]);
    expect(numbersOf([...pictured.slice(0, 2), picture(45)], { usualTimes })).toEqual([A, null]);
  });

  test("doubts a load beside which a camera saw something that may be the number of its vehicle", () => {
    const before = [read(A, 0, 5), load(8, 14)];
    const next = (noticedMs: number): Evidence => ({ ...read(B, 15, 20), noticedMs });
    expect(numbersOf([...before, next(15_000)])).toEqual([A]);
    expect(numbersOf([...before, next(13_000)])).toEqual([null]);
  });

  test("doubts a number that was noticed while the camera gave no pictures of a load without one", () => {
    const vehicles = (untilMs: number): Evidence[] => [{ ...load(0, 10), untilMs }, read(A, 15, 18), load(20, 30)];
    expect(numbersOf(vehicles(10_200))).toEqual([null, A]);
    expect(numbersOf(vehicles(19_000))).toEqual([null, null]);
  });

  test("keeps what contradicts a passage apart, unless it was in view together", () => {
    const loads = [picture(5), load(12, 30), load(13, 29, "side")];
    const usualTimes = new Map([["x-ray", { sinceNumberMs: 10_000, sinceLeftMs: null }]]);
    const lane = laneOf([announced(A, 0), read(B, 11, 14), ...loads], { usualTimes });
    const [first, ...others] = loads.map(({ id }) => lane.nameLoad(id, undefined)?.passageId);
    expect(others).not.toContain(first);
    expect(new Set(others).size).toBe(1);
  });

  test("doubts what follows a load in doubt: a picture, or a load further on", () => {
    const usualTimes = new Map(["x-ray", "exit"].map((id) => [id, { sinceNumberMs: null, sinceLeftMs: 8_000 }]));
    // The load may be that of the unread number, and not of the announced one.
    const doubted = [announced(A, 0), unread(4, 10), load(5, 15)];
    for (const further of [picture(22), exit(20, 26)]) {
      expect(numbersOf([...doubted, further], { usualTimes })).toEqual([null, null]);
    }
  });

  test("keeps what it has learnt across a restart, of single pictures too", () => {
    const pictured = (at: number) => [read(A, at, at + 5), load(at + 6, at + 16), picture(at + 20)];
    const before = laneOf([0, 100, 200].flatMap(pictured)).evidence();
    const after = (known: readonly Evidence[]) => {
      const lane = createLanePassages({ rules: RULES, before: known, nowMs: () => 290_000, changed: () => {} });
      const vehicle = pictured(300);
      for (const one of vehicle) lane.see(one);
      return vehicle.slice(1).map(({ id }) => lane.nameLoad(id, undefined)?.containerNumber);
    };
    expect(after([])).toEqual([A, null]);
    expect(after(before)).toEqual([A, A]);
  });

  test("has a place of its own for a picture of a vehicle of which no load was seen: after its number", () => {
    const pictured = [-300, -200, -100, 0, 100, 200].flatMap((at) => [...exited(at), picture(at + 34)]);
    expect(numbersOf([...pictured, read(B, 300, 305), picture(350)]).at(-1)).toBe(B);
    expect(numbersOf([...pictured, read(B, 300, 305), picture(450)]).at(-1)).toBeNull();
  });

  test("sees the vehicle without a number that has just left the stations before", () => {
    const [top, further] = [load(300, 320), exit(324, 330)];
    const lane = laneOf([...usual, top, further]);
    const passageOf = (id: string) => lane.nameLoad(id, undefined)?.passageId;
    expect(passageOf(further.id)).toBe(passageOf(top.id));
    lane.see(announced(B, 328));
    expect(lane.nameLoad(top.id, undefined)).toMatchObject({ containerNumber: B });
    const late = exit(345, 350);
    const other = laneOf([...usual, top, late]);
    expect(other.nameLoad(late.id, undefined)?.passageId).not.toBe(other.nameLoad(top.id, undefined)?.passageId);
  });

  test("shows that a number which was noticed on the way to it is of the vehicle that left the stations before", () => {
    for (const number of [announced(B, 322), read(B, 321, 322)]) {
      expect(numbersOf([...usual, load(300, 320), number, exit(324, 330)]).slice(-2)).toEqual([B, B]);
      // Too late for the way between the stations: it is of the next vehicle, or of none.
      expect(numbersOf([...usual, load(300, 320), number, exit(360, 370)]).at(-2)).toBeNull();
    }
    const next = [announced(B, 333), exit(336, 342)];
    expect(numbersOf([...usual, announced(A, 299), ...exited(300), ...next]).slice(-2)).toEqual([A, B]);
    // A camera may have misread the number of the vehicle before: then the announcement is that one's.
    expect(numbersOf([...usual, ...exited(300), ...next]).slice(-2)).toEqual([A, null]);
    expect(numbersOf([...usual, read(A, 300, 305), load(306, 320), announced(B, 322), exit(324, 330)]).at(-2)).toBe(A);
  });

  test("is waited for: a load has no final outcome while a number without a load may be its own", () => {
    const top = load(300, 320);
    const lane = laneOf([...usual, top, announced(B, 322)]);
    expect(lane.nameLoad(top.id, undefined)).toMatchObject({ containerNumber: null, isFinal: false });
    lane.see(exit(324, 330));
    expect(lane.nameLoad(top.id, undefined)).toMatchObject({ containerNumber: B });
  });

  test("is none that sees the next vehicle come, whatever the usual time between two vehicles", () => {
    const vehicleAt = (at: number) => [load(at, at + 20), announced(A, at + 5), exit(at + 24, at + 30)];
    const slow = [load(300, 320), announced(A, 305), exit(360, 366)];
    const next = [load(430, 450), announced(B, 435)];
    expect(numbersOf([...[0, 100, 200].flatMap(vehicleAt), ...slow, ...next]).slice(-3)).toEqual([A, null, B]);
    const unnumbered = [0, 100, 200, 300, 400].flatMap((at) => [load(at, at + 20), exit(at + 24, at + 30)]);
    const lane = laneOf(unnumbered);
    const passages = new Set(unnumbered.map(({ id }) => lane.nameLoad(id, undefined)?.passageId));
    expect(passages.size).toBe(10);
  });

  test("learns the way of vehicles that are announced when they have left, too", () => {
    const rules = { announcedAfterLoads: true };
    const vehicleAt = (at: number) => [load(at, at + 20), exit(at + 24, at + 30), announced(A, at + 40)];
    const numbers = numbersOf([0, 100, 200, 300].flatMap(vehicleAt), rules);
    expect(numbers.slice(-2)).toEqual([A, A]);
  });
});

test("loads in doubt that are in view together are of one vehicle, and recorded under one passage", () => {
  const late = [load(0, 10), announced(A, 30)];
  const [top, side, next] = [load(40, 60), load(41, 58, "side"), load(70, 80, "side")];
  const lane = laneOf([...late, top, side, next]);
  const [first, second, third] = [top, side, next].map(({ id }) => lane.nameLoad(id, undefined));
  expect(second?.passageId).toBe(first?.passageId);
  expect(third?.passageId).not.toBe(first?.passageId);
  expect(first?.reason).toBe("its number was announced when a load without one had just left, and may be that one's");
});

test("a number that a slow camera looked at once, just before a load, is in doubt until the load has left", () => {
  const beside = [0, 100, 200].flatMap((at) => [load(at, at + 20), read(A, at + 1, at + 3)]);
  const [number, one] = [read(B, 300, 300), standing(301, 310)];
  const lane = laneOf([...beside, number, one]);
  expect(lane.nameLoad(one.id, undefined)).toMatchObject({ containerNumber: null, isFinal: false });
  lane.see({ ...one, isOver: true });
  expect(lane.nameLoad(one.id, undefined)).toMatchObject({ containerNumber: B });
  expect(numbersOf([...beside, read(B, 300, 300), load(304, 320)]).at(-1)).toBeNull();
  expect(numbersOf([...beside, read(B, 300, 300), load(301, 320), read(A, 310, 312)]).at(-1)).toBe(A);
});
