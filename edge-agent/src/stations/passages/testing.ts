import { expect } from "vitest";
import type { PassageRules } from "./passage.ts";
import type { Evidence, PlacedNumber, Reading } from "./evidence.ts";
import { createLanePassages } from "./lane-passages.ts";

export const [A, B, C] = ["CSQU3054383", "MSCU1234566", "HLXU2008419"];
export const RULES: PassageRules = {
  expiresAfterMs: 600_000,
  waitMs: 60_000,
  severalLoads: false,
  announcedAfterLoads: false,
  followsVehicles: true,
  usualTimes: new Map(),
};

let made = 0;
/** Times are seconds. `to` is undefined while it is in view. */
const span = (from: number, to: number | undefined) => ({
  id: `e${(made += 1)}`,
  fromMs: from * 1_000,
  toMs: (to ?? from) * 1_000,
  isOver: to !== undefined,
});
export const load = (from: number, to?: number, station = "top"): Evidence & { kind: "load" } => ({
  kind: "load",
  ...span(from, to),
  station,
  isVisit: true,
});
/** A load that is still there, and was last seen at `to`. */
export const standing = (from: number, to: number) => ({ ...load(from, to), isOver: false });
export const picture = (at: number, station = "x-ray"): Evidence & { kind: "load" } => ({
  ...load(at, at, station),
  isVisit: false,
});
export const placed = (text: string): PlacedNumber => {
  const [containerNumber = "", position] = text.split("@");
  return position === undefined ? { containerNumber } : { containerNumber, position };
};
export const read = (numbers: string, from: number, to?: number): Reading => ({
  kind: "reading",
  ...span(from, to),
  result: { state: "read", numbers: numbers.split(" ").map(placed) },
});
export const unread = (from: number, to?: number): Evidence => ({
  kind: "reading",
  ...span(from, to),
  result: { state: "unread", reason: "uncertain" },
});
export const announced = (numbers: string, at: number): Evidence => ({
  kind: "announcement",
  ...span(at, at),
  numbers: numbers.split(" ").map(placed),
});

export function laneOf(evidence: readonly Evidence[], rules: Partial<PassageRules> = {}, nowMs = 0) {
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
export function numbersOf(
  evidence: readonly Evidence[],
  { position, ...rules }: Partial<PassageRules> & { position?: string } = {},
) {
  const loads = evidence.filter(({ kind }) => kind === "load");
  const numbersIn = (all: readonly Evidence[]) => {
    const lane = laneOf(all, rules);
    return loads.map(({ id }) => lane.nameLoad(id, position)?.containerNumber ?? null);
  };
  const numbers = numbersIn(evidence);
  expect(numbersIn(evidence.toReversed())).toEqual(numbers);
  return numbers;
}
