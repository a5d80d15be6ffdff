import { CLOCK_OFF_MS } from "@container-inspection/shared-schemas/edge-devices";
import type { Logger } from "../../base/logger.ts";

/** Knows how far the clock of this machine is off, as the cloud reports it in its replies to heartbeats. */
export type CloudClock = {
  /** Keeps a reported offset; an earlier version of the cloud reports none. */
  note(offsetMs: number | null | undefined): void;
  /** Milliseconds by which this machine is ahead of the cloud, negative behind; null until the cloud reports it. */
  offsetMs(): number | null;
};

/** Logs once when the clock goes off, and once when it is right again. */
export function createCloudClock(logger: Pick<Logger, "info" | "warn">): CloudClock {
  let known: number | null = null;
  let wasOff = false;
  return {
    note(offsetMs) {
      if (offsetMs === null || offsetMs === undefined) return;
      known = offsetMs;
      const isOff = Math.abs(offsetMs) > CLOCK_OFF_MS;
      if (isOff && !wasOff)
        logger.warn({ offsetMs }, "the clock is off: records bear the wrong time; set a time server");
      if (!isOff && wasOff) logger.info({ offsetMs }, "the clock agrees with the cloud's again");
      wasOff = isOff;
    },
    offsetMs: () => known,
  };
}
