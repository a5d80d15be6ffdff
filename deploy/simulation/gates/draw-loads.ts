import type { Random } from "../../power-cut/random.ts";
import type { Span } from "./gate-schedule.ts";

/** The stations that follow loads; those beside each other see a vehicle at about the same time. */
export type Stations = { list: [string, ...string[]]; exit: string | null };
/** A load as one station sees it. */
export type SeenLoad = Span & { station: string };

export const between = (random: Random, least: number, most: number) => least + random.next() * (most - least);

/** Time from when a vehicle has left the other stations until it comes to the one further on. */
export const EXIT_MS = [2_000, 6_000] as const;

/** A lane has one station, two beside each other, or another one further on. */
export function layOutStations(random: Random, hasPositions: boolean): Stations {
  if (hasPositions) return { list: ["front", "rear"], exit: null };
  const layouts: [Stations, ...Stations[]] = [
    { list: ["top"], exit: null },
    { list: ["top", "side"], exit: null },
    { list: ["top", "exit"], exit: "exit" },
  ];
  return random.pick(layouts);
}

/** Loads that the stations see of a vehicle: none of an empty one; otherwise each station misses some. */
export function drawLoads(random: Random, { list, exit }: Stations, load: Span): { loads: SeenLoad[]; leftMs: number } {
  const isEmpty = random.chance(0.15);
  const spans = list.map((station) => {
    const fromMs = station === exit ? load.toMs + between(random, ...EXIT_MS) : load.fromMs + random.next() * 1_500;
    const toMs = station === exit ? fromMs + between(random, 3_000, 8_000) : load.toMs + random.next() * 1_500;
    return { station, fromMs, toMs };
  });
  const seen = spans.filter(() => !isEmpty && !random.chance(0.05));
  const loads = seen.flatMap((one) => (one.toMs - one.fromMs > 15_000 && random.chance(0.05) ? hide(one) : [one]));
  return { loads, leftMs: Math.max(...spans.map(({ toMs }) => toMs)) };
}

/** Something hides a load for some seconds. */
const hide = ({ station, fromMs, toMs }: SeenLoad): SeenLoad[] => [
  { station, fromMs, toMs: fromMs + 6_000 },
  { station, fromMs: fromMs + 9_000, toMs },
];
