import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";

/** A clock that is set jumps by more; one that is slowed down or hurried takes longer. */
const JUMP_MS = 1_000;

/** Logs when the clock of the machine is set; call `tick` every second. */
export function createClockWatch({ nowMs, monotonicMs }: Clock, logger: Pick<Logger, "warn">) {
  let offsetMs = nowMs() - monotonicMs();
  return {
    tick(): void {
      const jumpMs = nowMs() - monotonicMs() - offsetMs;
      offsetMs += jumpMs;
      if (Math.abs(jumpMs) < JUMP_MS) return;
      const what = "the clock of this machine was set; the order of vehicles stays, and records have the new time";
      logger.warn({ seconds: Math.round(jumpMs / 1_000) }, what);
    },
  };
}
