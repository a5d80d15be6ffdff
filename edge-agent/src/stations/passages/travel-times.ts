/** The newest times that count. */
const KEPT = 20;
/** With fewer times of a station, nothing is known about it. */
const LEAST = 3;
/** Vehicles differ: a load may take this many times as long as usual, and this long in any case. */
const FACTOR = 3;
/** The way from one station to the next takes no wait. */
const LATER_FACTOR = 2;
const SLACK_MS = 3_000;

type Time = {
  /** Time from the number to the load, negative if that came first; or since the vehicle left the other stations. */
  tookMs: number;
  /** True where other stations had seen the vehicle come and leave before. */
  isLater: boolean;
};

/** Learns how long after its number a vehicle comes to each station of a lane. */
export function createTravelTimes({ expiresAfterMs }: { expiresAfterMs: number }) {
  /** By station and load. */
  const known = new Map<string, Map<string, Time>>();
  const timesOf = (station: string) => [...(known.get(station)?.values() ?? [])].slice(-KEPT);
  /** The times of a load that comes first, or when others of the vehicle have left: where that is usual. */
  const usual = (station: string, isLater: boolean): number[] => {
    const times = timesOf(station);
    const chosen = isLater ? times.filter((one) => one.isLater) : times;
    return chosen.length >= Math.max(LEAST, times.length / 2) ? chosen.map(({ tookMs }) => tookMs) : [];
  };
  return {
    /** Notes the time of a load; a later one of the same load replaces it. */
    note({ id, station }: { id: string; station: string }, time: Time): void {
      const ofStation = known.get(station) ?? new Map<string, Time>();
      known.set(station, ofStation.set(id, time));
    },
    isKnown: (station: string, isLater: boolean): boolean => usual(station, isLater).length > 0,
    /** The longest time after which a load is still that of the number; `expiresAfterMs` while nothing is known. */
    longestMs(station: string, isLater: boolean): number {
      const times = usual(station, isLater);
      if (times.length === 0) return expiresAfterMs;
      const factor = isLater ? LATER_FACTOR : FACTOR;
      // Where loads come first, a number that has left is that of the vehicle before.
      return median(times) < 0 ? -Infinity : Math.min(expiresAfterMs, factor * median(times) + SLACK_MS);
    },
  };
}
export type TravelTimes = ReturnType<typeof createTravelTimes>;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
