import { createRandom, type Random } from "../../power-cut/random.ts";
import type { NumberLook } from "../../../edge-agent/src/reading/fuse-looks.ts";
import type { Load, PlacedNumber } from "../../../edge-agent/src/stations/passages/evidence.ts";
import { seedOf } from "../schedule.ts";
import type { GateSchedule, Span, Vehicle } from "./gate-schedule.ts";
import { gapsOf, MINIMUM_PRESENCE_MS, shownFrom, shownPart } from "./gaps.ts";
import { GONE_MS, lookAtNumbers } from "./look-at-numbers.ts";

/** A scan that is decided on at a time, at a position of its vehicle. */
export type Capture = { atMs: number; loadId: string; station: string; position: string | undefined; vehicle: Vehicle };
/** A picture of a number camera, and when it has been read. */
type Look = { takenMs: number; looks: NumberLook[] };
/** Something that the agent learns at a time. */
export type GateEvent = { atMs: number } & (
  | { kind: "load"; load: Load }
  | { kind: "announcement"; numbers: PlacedNumber[] }
  | ({ kind: "look" } & Look)
  | { kind: "capture"; capture: Capture }
  | { kind: "tick" }
  | { kind: "start" }
);
/** The times from which to which a picture with a number is being read; `fromMs` is that of its capture. */
export type Reads = Span[];
export type Observed = { events: GateEvent[]; captures: Capture[]; reads: Reads };

const PICTURE_MS = 50;
const STABLE_MS = 1_500;

/** Returns what happens at a gate, in order, and the scans that are taken. */
export function observeGate(schedule: GateSchedule): Observed {
  const random = createRandom(seedOf(schedule.seed, 78));
  const { events: read, reads } = lookAtNumbers(schedule, random);
  const loads = seeLoads(schedule, random);
  const pictures = schedule.vehicles.flatMap(seePictures);
  const captures = [...loads, ...pictures].flatMap((event) => (event.kind === "capture" ? [event.capture] : []));
  const events = [...loads, ...pictures, ...schedule.vehicles.flatMap(announce), ...read];
  return { events: events.toSorted((a, b) => a.atMs - b.atMs), captures, reads };
}

function seePictures({ index, pictures, ...vehicle }: Vehicle): GateEvent[] {
  return pictures.flatMap((takenMs, at): GateEvent[] => {
    const [loadId, atMs, station] = [`picture-${index}-${at}`, takenMs + 1, "x-ray"];
    const span = { id: loadId, fromMs: takenMs, toMs: takenMs, isVisit: false, isOver: true };
    const capture = { atMs, loadId, station, position: undefined, vehicle: { index, pictures, ...vehicle } };
    return [
      { atMs, kind: "load", load: { kind: "load", station, ...span } },
      { atMs, kind: "capture", capture },
    ];
  });
}

function announce({ numbers, messages }: Vehicle): GateEvent[] {
  const placed = numbers.map((containerNumber, index) =>
    numbers.length === 1 ? { containerNumber } : { containerNumber, position: index === 0 ? "front" : "rear" },
  );
  return messages.map(({ atMs, indexes }) => {
    const some = indexes.flatMap((index) => placed[index] ?? []);
    return { atMs, kind: "announcement", numbers: some };
  });
}

/** The loads of each station, one after the other, as far as there are pictures of them. */
const seeLoads = (schedule: GateSchedule, random: Random): GateEvent[] =>
  schedule.stations.list.flatMap((station) => {
    const gaps = gapsOf(schedule, station);
    const times = interestingTimes(schedule).filter((atMs) => shownFrom(atMs, gaps) === atMs);
    const position = schedule.hasPositions ? station : undefined;
    const seen = schedule.vehicles.flatMap((vehicle) =>
      vehicle.loads
        .filter((load) => load.station === station)
        .flatMap((load, index) => {
          const span = shownPart(load, gaps);
          return span ? [{ vehicle, id: `load-${vehicle.index}-${station}-${index}`, span }] : [];
        }),
    );
    let freeMs = 0;
    return seen.flatMap(({ vehicle, id, span: { fromMs, toMs } }, at): GateEvent[] => {
      // A load that follows closely is known as another one when the one before has been missing for a while.
      const beganMs = Math.max(fromMs + MINIMUM_PRESENCE_MS, freeMs);
      const nextMs = seen[at + 1]?.span.fromMs ?? Infinity;
      const endMs = shownFrom(toMs, gaps) + GONE_MS - random.next() * 1_000;
      freeMs = nextMs < endMs ? nextMs + GONE_MS : endMs;
      const load: Load = { kind: "load", id, station, isVisit: true, isOver: false, fromMs, toMs: fromMs };
      const atMs = Math.max(beganMs, fromMs + STABLE_MS) + random.next() * 1_000 + PICTURE_MS;
      const shown = [...times.filter((time) => fromMs < time && time < toMs), toMs];
      const first = Math.max(fromMs, ...shown.filter((time) => time <= beganMs));
      const seenAt = (time: number): GateEvent => {
        return { atMs: Math.max(time, beganMs) + PICTURE_MS, kind: "load", load: { ...load, toMs: time } };
      };
      return [
        ...[first, ...shown.filter((time) => time > beganMs)].map(seenAt),
        { atMs, kind: "capture", capture: { atMs, loadId: id, station, position, vehicle } },
        { atMs: freeMs, kind: "load", load: { ...load, toMs, untilMs: shownFrom(toMs, gaps), isOver: true } },
      ];
    });
  });

/** Each picture shows that a load is still there: these are those that matter to a number or to a scan. */
const interestingTimes = ({ vehicles }: GateSchedule): number[] =>
  vehicles
    .flatMap(({ reading, messages, loads, pictures }) => [
      ...(reading ? [reading.fromMs, reading.toMs] : []),
      ...messages.flatMap(({ atMs }) => [atMs - PICTURE_MS, atMs]),
      ...loads.flatMap(({ fromMs }) => [fromMs, fromMs + STABLE_MS, fromMs + STABLE_MS + 500, fromMs + 2_500]),
      ...pictures,
    ])
    .toSorted((a, b) => a - b);
