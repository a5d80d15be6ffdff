import type { PlacedNumber } from "../../../edge-agent/src/stations/passages/evidence.ts";
import { createGateAgent, type Filed, type Recorded, WAIT_MS } from "./gate-agent.ts";
import { findCauses } from "./find-causes.ts";
import type { GateSchedule, Span, Vehicle } from "./gate-schedule.ts";
import { type Capture, type GateEvent, observeGate, type Observed } from "./observe-gate.ts";

/** The figures of some schedules. */
export type GateFigures = {
  vehicles: number;
  captures: number;
  /** Captures under a number of another vehicle, right or misread. */
  foreign: number;
  /** Captures under a number that a reader accepted wrongly of their own vehicle. */
  misread: number;
  /** Those of `known`, vehicles with a scan whose number was read or announced, that have a scan under it. */
  identified: number;
  known: number;
  /** Vehicles with a scan, and those of them whose scans are of several passages. */
  scanned: number;
  split: number;
  /** The same from the vehicle on with which a lane has learnt its times. */
  later: Pick<GateFigures, "identified" | "known" | "scanned" | "split">;
  /** Passages that scans of several vehicles are recorded under. */
  merged: number;
};

/** A lane has learnt its times when this many vehicles have passed. */
const LEARNT = 20;

/** A rule that records captures: the passages, or another one to compare them with. */
export type Recorder = (schedule: GateSchedule, seen: Observed) => Recorded;

/** Plays what happens, with the restart of the schedule, through the parts of the agent that name scans. */
export const recordByPassages: Recorder = (schedule, observed) => {
  const { restart } = schedule;
  const agent = createGateAgent(schedule, observed.reads);
  for (const event of eventsOf(schedule, observed)) {
    const { atMs } = event;
    if (restart && atMs >= restart.atMs && atMs < startOf(restart)) continue;
    agent.setTime(atMs);
    if (event.kind === "start") agent.restart();
    else if (isSeen(event, restart)) agent.take(seenAfter(restart, event));
  }
  return agent.recorded;
};

/** All that happens, in order; a scan that waits is looked at once its wait is over. */
function eventsOf({ restart }: GateSchedule, { events, captures }: Observed): GateEvent[] {
  const again: GateEvent[] = restart
    ? [{ atMs: startOf(restart), kind: "start" }, ...seenAgain(startOf(restart), { events, captures })]
    : [];
  const ends = captures.map(({ atMs }): GateEvent => ({ atMs: atMs + WAIT_MS + 2_500, kind: "tick" }));
  return [...events, ...ends, ...again].toSorted((a, b) => a.atMs - b.atMs);
}

type Restart = NonNullable<GateSchedule["restart"]>;
const startOf = ({ atMs, downMs }: Restart): number => atMs + downMs;
const SEEN_MS = 400;
const SCANNED_MS = 2_000;
const againOf = (id: string): string => `${id}-again`;

/** A camera that starts sees nothing of what has left, and a scan that was not decided on is lost. */
function isSeen(event: GateEvent, restart: Restart | null): boolean {
  if (!restart || event.atMs < startOf(restart)) return true;
  if (event.kind === "look") return event.takenMs >= startOf(restart);
  if (event.kind === "load" && event.load.fromMs < startOf(restart)) {
    return event.load.isVisit && event.load.toMs >= startOf(restart);
  }
  return true;
}

/** A camera that starts sees what is in view then as something new. */
function seenAfter(restart: Restart | null, event: GateEvent): GateEvent {
  if (!restart || event.atMs < startOf(restart) || event.kind !== "load") return event;
  const { load } = event;
  if (load.fromMs >= startOf(restart)) return event;
  return { ...event, load: { ...load, id: againOf(load.id), fromMs: startOf(restart) } };
}

/** Loads that are in view when the agent starts are scanned again. */
function seenAgain(startMs: number, { events, captures }: Pick<Observed, "events" | "captures">): GateEvent[] {
  return captures.flatMap((capture): GateEvent[] => {
    const last = events.findLast((event) => event.kind === "load" && event.load.id === capture.loadId);
    const load = last?.kind === "load" ? last.load : undefined;
    if (!load || load.fromMs >= startMs || load.toMs < startMs + SEEN_MS) return [];
    const seenMs = startMs + SEEN_MS;
    const again = { ...capture, loadId: againOf(capture.loadId), atMs: startMs + SCANNED_MS };
    return [
      { atMs: seenMs, kind: "load", load: { ...load, toMs: seenMs, isOver: false } },
      { atMs: again.atMs, kind: "capture", capture: again },
    ];
  });
}

/** Runs one schedule and compares what was recorded with the truth. */
export function runGate(schedule: GateSchedule, record: Recorder = recordByPassages) {
  const observed = observeGate(schedule);
  const { filed, named } = record(schedule, observed);
  const judged = filed.map((one) => ({ ...one, ...judge(one, named) }));
  const right = new Set(
    judged.filter(({ verdict }) => verdict === "right").map(({ capture }) => capture.vehicle.index),
  );
  const captured = new Set(filed.map(({ capture }) => capture.vehicle.index));
  const known = schedule.vehicles.filter((one) => captured.has(one.index) && isNumberKnown(one, schedule, observed));
  const isRight = ({ index }: Vehicle) => right.has(index);
  const merged = groupSizes(
    filed,
    ({ passageId }) => passageId,
    ({ capture }) => `${capture.vehicle.index}`,
  );
  const split = groupSizes(
    filed,
    ({ capture }) => capture.vehicle.index,
    ({ passageId }) => passageId,
  );
  const unidentified = known.filter((one) => !isRight(one)).map(({ index }) => index);
  const countFrom = (least: number) => ({
    identified: known.filter((one) => one.index >= least && isRight(one)).length,
    known: known.filter(({ index }) => index >= least).length,
    scanned: [...captured].filter((index) => index >= least).length,
    split: split.filter((index) => index >= least).length,
  });
  const figures: GateFigures = {
    vehicles: schedule.vehicles.length,
    captures: filed.length,
    foreign: judged.filter(({ verdict }) => verdict === "foreign").length,
    misread: judged.filter(({ verdict }) => verdict === "misread").length,
    merged: merged.length,
    ...countFrom(0),
    later: countFrom(LEARNT),
  };
  const causes = [
    ...findCauses("unidentified", unidentified, judged),
    ...findCauses("several passages", split, judged),
  ];
  return { ...figures, causes, broken: findBroken(judged, merged) };
}

export type Judged = Filed & ReturnType<typeof judge>;

function findBroken(judged: readonly Judged[], merged: readonly string[]): string | null {
  const twice = judged.length - new Set(judged.map(({ capture }) => capture.loadId)).size;
  if (twice > 0) return "a capture was recorded twice";
  const foreign = judged.find(({ verdict }) => verdict === "foreign");
  if (foreign) {
    const { capture, text } = foreign;
    return `${capture.loadId} of vehicle ${capture.vehicle.index} is recorded under ${text}`;
  }
  const [passageId] = merged;
  return passageId === undefined ? null : `passage ${passageId} has captures of several vehicles`;
}

/** Compares the number that a capture is recorded under, or that the cloud gives it, with those of its vehicle. */
function judge({ capture, number, passageId }: Filed, named: Recorded["named"]) {
  const text = number ?? numberOf(named.get(passageId) ?? [], capture.position);
  if (text === null) return { verdict: "unidentified", text } as const;
  const own = numbersAt(capture);
  if (own.includes(text)) return { verdict: "right", text } as const;
  const isMisread = own.some((one) => text === `WRNG${one}`);
  return { verdict: isMisread ? "misread" : "foreign", text } as const;
}

/** The groups that have several values. */
function groupSizes<One, Group>(
  all: readonly One[],
  groupOf: (one: One) => Group,
  valueOf: (one: One) => string,
): Group[] {
  const groups = Map.groupBy(all, groupOf);
  return [...groups].flatMap(([group, ofOne]) => (new Set(ofOne.map(valueOf)).size > 1 ? [group] : []));
}

/** True where a camera read the number rightly, or it was announced when the lane expects that, while the agent ran. */
function isNumberKnown(vehicle: Vehicle, { kind, restart }: GateSchedule, { events }: Observed): boolean {
  const { inLane, leftMs, reading, readingResult, messages } = vehicle;
  const wasDown = restart && inLane.fromMs < restart.atMs + restart.downMs && inLane.toMs > restart.atMs;
  return (
    !wasDown &&
    (messages.some(({ atMs }) => kind === "message-after" || atMs <= leftMs) ||
      (reading !== null && readingResult === "read" && events.some((one) => isReadIn(reading, one))))
  );
}

/** True for a look from which both networks read the number: a camera that reads slowly may have taken a blurred one. */
const isReadIn = ({ fromMs, toMs }: Span, event: GateEvent): boolean =>
  event.kind === "look" &&
  fromMs <= event.takenMs &&
  event.takenMs <= toMs &&
  event.looks.some(({ place }) => place.isAgreed);

function numbersAt({ vehicle: { numbers }, position }: Capture): string[] {
  if (position === undefined || numbers.length === 1) return numbers;
  return [numbers[position === "front" ? 0 : 1] ?? ""];
}

/** The number that the cloud gives to what was recorded under the placeholder of a passage: the first that is for it. */
const numberOf = (numbers: readonly PlacedNumber[], position: string | undefined): string | null =>
  numbers.find((one) => one.position === undefined || one.position === position)?.containerNumber ?? null;
