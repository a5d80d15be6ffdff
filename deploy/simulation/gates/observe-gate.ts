import { createRandom } from "../../power-cut/random.ts";
import type { Announcement, Evidence, Load, Reading } from "../../../edge-agent/src/stations/passages/evidence.ts";
import { seedOf } from "../schedule.ts";
import type { GateSchedule, Vehicle } from "./gate-schedule.ts";

/** Something that the agent learns at a time. */
type Arrival = { atMs: number; evidence: Evidence };
/** A scan that is decided on at a time, at a position of its vehicle. */
export type Capture = { atMs: number; loadId: string; position: string | undefined; vehicle: Vehicle };

const PICTURE_MS = 50;
const MINIMUM_PRESENCE_MS = 400;
const STABLE_MS = 1_500;
const GONE_MS = 3_000;

/** Returns the evidence of the vehicles, in the order in which it becomes known, and the scans that are taken. */
export function observeGate(schedule: GateSchedule) {
  const random = createRandom(seedOf(schedule.seed, 78));
  const late = (most: number) => random.next() * most;
  const arrivals: Arrival[] = [];
  const captures: Capture[] = [];
  /** The times from which to which a picture with a number is being read, and when it was captured. */
  const reads: { fromMs: number; toMs: number }[] = [];
  const looksAt = schedule.vehicles.flatMap(({ reading, announcedMs, loads }) => [
    ...(reading ? [reading.fromMs, reading.toMs] : []),
    ...(announcedMs === null ? [] : [announcedMs - PICTURE_MS, announcedMs]),
    ...loads.flatMap(({ fromMs }) => [fromMs, fromMs + STABLE_MS, fromMs + STABLE_MS + 500]),
  ]);
  const stations = schedule.hasPositions ? ["front", "rear"] : ["top"];
  for (const vehicle of schedule.vehicles) {
    for (const station of stations) arrivals.push(...seeLoads(vehicle, station));
    for (const [index, atMs] of vehicle.pictures.entries()) {
      const id = `picture-${vehicle.index}-${index}`;
      const load: Load = { kind: "load", id, station: "x-ray", isVisit: false, isOver: true, fromMs: atMs, toMs: atMs };
      arrivals.push({ atMs: atMs + 1, evidence: load });
      captures.push({ atMs: atMs + 1, loadId: id, position: undefined, vehicle });
    }
    if (vehicle.announcedMs !== null) arrivals.push({ atMs: vehicle.announcedMs, evidence: announce(vehicle) });
    if (vehicle.reading) arrivals.push(...follow(vehicle, vehicle.reading, late(schedule.readingMs)));
  }
  return { arrivals: arrivals.toSorted((a, b) => a.atMs - b.atMs), captures, reads };

  function seeLoads(vehicle: Vehicle, station: string): Arrival[] {
    return vehicle.loads.flatMap(({ fromMs, toMs }, index) => {
      const id = `load-${vehicle.index}-${station}-${index}`;
      const load: Load = { kind: "load", id, station, isVisit: true, isOver: false, fromMs, toMs: fromMs };
      const position = schedule.hasPositions ? station : undefined;
      captures.push({ atMs: fromMs + STABLE_MS + late(1_000), loadId: id, position, vehicle });
      // Each picture shows that it is still there: here, those that matter to a number.
      const beganMs = fromMs + MINIMUM_PRESENCE_MS;
      const pictures = [beganMs, ...looksAt.filter((at) => at > beganMs && at < toMs), toMs];
      return [
        ...pictures.map((at) => ({ atMs: at + PICTURE_MS, evidence: { ...load, toMs: at } })),
        { atMs: toMs + GONE_MS - late(1_000), evidence: { ...load, toMs, isOver: true } },
      ];
    });
  }

  function follow(vehicle: Vehicle, { fromMs, toMs }: { fromMs: number; toMs: number }, readMs: number): Arrival[] {
    const id = `reading-${vehicle.index}`;
    const seen: Reading = { kind: "reading", id, fromMs, toMs: fromMs, isOver: false, result: { state: "pending" } };
    const over = { ...seen, toMs, isOver: true, result: resultOf(vehicle) };
    const isEarly = vehicle.readingResult !== "unread";
    reads.push({ fromMs, toMs: fromMs + readMs });
    return [
      { atMs: fromMs + readMs, evidence: seen },
      ...(isEarly
        ? [{ atMs: fromMs + readMs + 1_000, evidence: { ...over, toMs: fromMs + 1_000, isOver: false } }]
        : []),
      { atMs: Math.max(toMs, fromMs + readMs + 1_000) + GONE_MS, evidence: over },
    ];
  }
}

const placed = ({ numbers }: Vehicle) =>
  numbers.length === 1
    ? numbers.map((containerNumber) => ({ containerNumber }))
    : numbers.map((containerNumber, index) => ({ containerNumber, position: index === 0 ? "front" : "rear" }));

function resultOf(vehicle: Vehicle): Reading["result"] {
  if (vehicle.readingResult === "unread") return { state: "unread", reason: "uncertain" };
  const wrong = vehicle.readingResult === "misread";
  const numbers = placed(vehicle).map((one) =>
    wrong ? { ...one, containerNumber: `WRNG${one.containerNumber}` } : one,
  );
  return { state: "read", numbers };
}

function announce(vehicle: Vehicle): Announcement {
  const atMs = vehicle.announcedMs ?? 0;
  const id = `announced-${vehicle.index}`;
  return { kind: "announcement", id, fromMs: atMs, toMs: atMs, isOver: true, numbers: placed(vehicle) };
}
