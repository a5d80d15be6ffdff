/** The two clocks that the agent goes by; made once, where the program starts, and handed to every part. */
export type Clock = {
  /** Wall clock, milliseconds since the Unix epoch; may jump, so nothing measures or waits by it. */
  nowMs: () => number;
  /** Monotonic clock, milliseconds; only differences mean anything. */
  monotonicMs: () => number;
};
