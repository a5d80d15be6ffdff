import { LONGEST_HISTORY_DAYS } from "@container-inspection/shared-schemas/tracking";
import { DAY_MS } from "./partition-days.ts";

/** The problem of a range that is empty or too long. */
export const TOO_LONG = { path: "from", message: `must be before to, by at most ${LONGEST_HISTORY_DAYS} days` };

export function isTooLong(from: Date, to: Date): boolean {
  const rangeMs = to.getTime() - from.getTime();
  return rangeMs <= 0 || rangeMs > LONGEST_HISTORY_DAYS * DAY_MS;
}
