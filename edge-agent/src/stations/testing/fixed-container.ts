import type { StationPassages } from "../passages/station-passages.ts";

/** The passages of a station whose container is always the same. */
export const fixedContainer = (containerNumber: string): StationPassages => ({
  waitMs: 0,
  position: undefined,
  see: () => {},
  name: () => ({ passageId: undefined, containerNumber, reason: "", isFinal: true }),
  placeholder: () => "",
  nextNumber: () => containerNumber,
});
