import { existsSync } from "node:fs";

/** The two clocks that the agent goes by; made once, where the program starts, and handed to every part. */
export type Clock = {
  /** Wall clock, milliseconds since the Unix epoch; may jump, so nothing measures or waits by it. */
  nowMs: () => number;
  /** Monotonic clock, milliseconds; only differences mean anything. */
  monotonicMs: () => number;
};

/** The file that systemd-timesyncd creates once the clock is synchronised. */
const SYNCHRONISED_MARK = "/run/systemd/timesync/synchronized";

/** Whether the wall clock is known to agree with a time server; false where systemd-timesyncd does not run. */
export const isClockSynchronised = (): boolean => existsSync(SYNCHRONISED_MARK);
