/** Limits the sending rate to `bytesPerSecond` over any longer time. */
export function createBandwidth(bytesPerSecond: number, monotonicMs: () => number) {
  let freeAtMs = -Infinity;
  return {
    /** Returns the wait before more may be sent, milliseconds. */
    waitMs: () => Math.max(0, freeAtMs - monotonicMs()),
    /** Counts sent bytes. */
    spend(bytes: number): void {
      freeAtMs = Math.max(freeAtMs, monotonicMs()) + (bytes / bytesPerSecond) * 1_000;
    },
  };
}
