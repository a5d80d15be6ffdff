/** The newest times that count. */
const KEPT = 20;
/** With fewer times of a station, nothing is known about it. */
const LEAST = 3;
/** Vehicles differ: a load may take this many times as long as usual, and this long in any case. */
const FACTOR = 3;
const SLACK_MS = 3_000;

/** Learns how long after its number a vehicle comes to each station of a lane. */
export function createTravelTimes({ expiresAfterMs }: { expiresAfterMs: number }) {
  const known = new Map<string, number[]>();
  const timesOf = (station: string) => known.get(station) ?? [];
  return {
    /** Negative: the load came before the number. */
    note: (station: string, tookMs: number) => known.set(station, [...timesOf(station).slice(1 - KEPT), tookMs]),
    /** The newest load was of another number than the time that was noted for it. */
    correct: (station: string, tookMs: number) => known.set(station, [...timesOf(station).slice(0, -1), tookMs]),
    isKnown: (station: string): boolean => timesOf(station).length >= LEAST,
    /** The longest time after which a load is still that of the number; `expiresAfterMs` while nothing is known. */
    longestMs(station: string): number {
      const times = timesOf(station);
      if (times.length < LEAST) return expiresAfterMs;
      // Where loads come first, a number that has left is that of the vehicle before.
      return median(times) < 0 ? -Infinity : Math.min(expiresAfterMs, FACTOR * median(times) + SLACK_MS);
    },
  };
}
export type TravelTimes = ReturnType<typeof createTravelTimes>;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
