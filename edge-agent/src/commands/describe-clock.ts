import { CLOCK_OFF_MS } from "@container-inspection/shared-schemas/edge-devices";
import { formatDuration } from "./terminal/wording.ts";

/** Describes a clock that is off or uncertain; the cloud's time counts for more than a time service that is silent. */
export function describeClock(status: { clockSynchronised: boolean; clockOffsetMs: number | null }): string[] {
  const { clockSynchronised, clockOffsetMs } = status;
  if (clockOffsetMs !== null && Math.abs(clockOffsetMs) > CLOCK_OFF_MS) {
    const size = formatDuration(Math.abs(clockOffsetMs));
    const direction = clockOffsetMs > 0 ? "AHEAD OF" : "BEHIND";
    return [`  THE CLOCK IS ${size} ${direction} THE CLOUD'S: records bear the wrong time; set a time server`];
  }
  if (clockSynchronised) return [];
  if (clockOffsetMs === null) return ["  the clock may not be synchronised"];
  return ["  the clock agrees with the cloud's, and no time service confirms it"];
}
