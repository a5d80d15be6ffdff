import type { Load } from "./evidence.ts";

/** The newest times that count. */
const KEPT = 20;
/** With fewer times of a station, nothing is known about it. */
const LEAST = 3;
/** Vehicles differ: a load may take this many times as long as usual, and this long in any case. */
const FACTOR = 3;
/** A vehicle does not wait on its way from one station to the next; a picture may be taken at any time. */
const LATER_FACTOR = 2;
const SLACK_MS = 3_000;

/** Each is null where it is not known. */
export type Times = {
  /** Time from the number to the load, negative if that came first. */
  sinceNumberMs: number | null;
  /** Time since the other stations, which had seen the vehicle come, saw it leave. */
  sinceLeftMs: number | null;
};

export const UNKNOWN_TIMES: Times = { sinceNumberMs: null, sinceLeftMs: null };

/**
 * Learns how long after its number, and after the other stations, a vehicle comes to each station of a lane. Until
 * enough vehicles have come, the times hold that the configuration states, by station.
 */
export function createTravelTimes(stated: ReadonlyMap<string, Times> = new Map()) {
  /** By station and load. */
  const known = new Map<string, Map<string, Times>>();
  /** The times of a load that comes first, or when others of the vehicle have left: where that is usual. */
  const usual = (station: string, isLater: boolean): number[] => {
    const choose = ({ sinceNumberMs, sinceLeftMs }: Times) => (isLater ? sinceLeftMs : sinceNumberMs) ?? [];
    const times = [...(known.get(station)?.values() ?? [])].slice(-KEPT);
    const chosen = times.flatMap(choose);
    if (chosen.length < LEAST) return [stated.get(station) ?? UNKNOWN_TIMES].flatMap(choose);
    return isLater && chosen.length < times.length / 2 ? [] : chosen;
  };
  return {
    /** The usual times of a station, null where they are not known. */
    usual: (station: string): Times => ({
      sinceNumberMs: medianOf(usual(station, false)),
      sinceLeftMs: medianOf(usual(station, true)),
    }),
    /** Notes the times of a load; later ones of the same load replace them. */
    note({ id, station }: Load, times: Times): void {
      const ofStation = known.get(station) ?? new Map<string, Times>();
      known.set(station, ofStation.set(id, times));
    },
    /** Compares the times of a load with those of the vehicles before. */
    judge({ station, isVisit }: Load, { sinceNumberMs, sinceLeftMs }: Times): "usual" | "unusual" | "unknown" {
      const isLater = sinceLeftMs !== null;
      const times = usual(station, isLater);
      if (times.length === 0) return "unknown";
      const tookMs = sinceLeftMs ?? sinceNumberMs ?? Infinity;
      // Where loads come first, a number that has left is that of the vehicle before, or has just been looked at.
      if (median(times) < 0) return tookMs <= SLACK_MS ? "unknown" : "unusual";
      const longestMs = (isLater && isVisit ? LATER_FACTOR : FACTOR) * median(times) + SLACK_MS;
      if (tookMs > longestMs) return "unusual";
      // Where number and load come at about the same time, a load may come before its number, just after another one.
      const isTogether = !isLater && median(times) <= SLACK_MS && Math.min(...times) < 0;
      return isTogether ? "unknown" : "usual";
    },
  };
}
export type TravelTimes = ReturnType<typeof createTravelTimes>;

const medianOf = (values: readonly number[]) => (values.length === 0 ? null : median(values));

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
