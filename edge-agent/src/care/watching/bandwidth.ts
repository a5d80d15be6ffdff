/** Spreads what is sent so that no more than `bytesPerSecond` leave in any longer time. */
export function createBandwidth(bytesPerSecond: number, monotonicMs: () => number) {
  let freeAtMs = -Infinity;
  return {
    /** How long to wait before more may be sent, milliseconds. */
    waitMs: () => Math.max(0, freeAtMs - monotonicMs()),
    /** Counts what was sent. */
    spend(bytes: number): void {
      freeAtMs = Math.max(freeAtMs, monotonicMs()) + (bytes / bytesPerSecond) * 1_000;
    },
  };
}
