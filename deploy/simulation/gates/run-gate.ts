import { createLanePassages } from "../../../edge-agent/src/stations/passages/lane-passages.ts";
import { unsureId } from "../../../edge-agent/src/stations/passages/placeholder-number.ts";
import type { Evidence } from "../../../edge-agent/src/stations/passages/evidence.ts";
import type { GateSchedule, Vehicle } from "./gate-schedule.ts";
import { type Capture, observeGate } from "./observe-gate.ts";

/** The figures of some schedules. */
export type GateFigures = {
  vehicles: number;
  captures: number;
  /** Captures under the true number of another vehicle. */
  foreign: number;
  /** Captures under a number that no vehicle has: a reader accepted it. */
  misread: number;
  /** Those of `known`, vehicles with a scan whose number was read or announced, that have a scan under it. */
  identified: number;
  known: number;
};

/** One capture as it was recorded: under a number, or under the placeholder of a passage. */
type Filed = { capture: Capture; number: string | null; passageId: string };
type Recorded = { filed: Filed[]; named: Map<string, { containerNumber: string; position?: string | undefined }[]> };
/** A scan that waits. */
type Waiting = { capture: Capture; passageId: string };
/** A rule that records captures: the passages, or another one to compare them with. */
export type Recorder = (schedule: GateSchedule, seen: ReturnType<typeof observeGate>) => Recorded;

const WAIT_MS = 60_000;
const RULES = { expiresAfterMs: 30 * 60_000, waitMs: WAIT_MS, severalLoads: false, followsVehicles: true };

type Seen = ReturnType<typeof observeGate>;
type Step = { atMs: number; evidence: Evidence | null; capture: Capture | null; restarts: boolean };

/** Plays what arrives, with the restart of the schedule, through the passages of the product. */
export const recordByPassages: Recorder = (schedule, seen) => {
  const { restart } = schedule;
  const agent = createAgent(schedule, seen);
  for (const { atMs, evidence, capture, restarts } of stepsOf(schedule, seen)) {
    if (restart && atMs >= restart.atMs && atMs < startOf(restart)) continue;
    agent.setTime(atMs);
    if (restarts) agent.restart();
    const seen = evidence && seenAfter(restart, atMs, evidence);
    if (seen) agent.see(seen);
    if (capture) agent.take(capture);
    agent.settle();
  }
  return agent.result;
};

/** All that happens, in order; a scan that waits is looked at once its wait is over. */
function stepsOf({ restart }: GateSchedule, { arrivals, captures }: Seen): Step[] {
  const nothing = { evidence: null, capture: null, restarts: false };
  return [
    ...arrivals.map((one) => ({ ...nothing, ...one })),
    ...captures.map((capture) => ({ ...nothing, atMs: capture.atMs, capture })),
    ...captures.map(({ atMs }) => ({ ...nothing, atMs: atMs + WAIT_MS })),
    ...(restart ? [{ ...nothing, atMs: startOf(restart), restarts: true }] : []),
    ...(restart ? seenAgain(startOf(restart), { arrivals, captures }) : []),
  ].toSorted((a, b) => a.atMs - b.atMs);
}

/** The part of an agent that names scans. */
function createAgent({ kind }: GateSchedule, { reads }: Seen) {
  const rules = { ...RULES, announcedAfterLoads: kind === "message-after" };
  const result: Recorded = { filed: [], named: new Map() };
  let nowMs = 0;
  const readUntilMs = () =>
    Math.min(Infinity, ...reads.flatMap(({ fromMs, toMs }) => (fromMs <= nowMs && nowMs < toMs ? [fromMs] : [])));
  const open = (before: Evidence[]) => {
    const lane = createLanePassages({ rules, before, nowMs: () => nowMs, changed: () => {} });
    lane.waitForReadings(readUntilMs);
    return lane;
  };
  let lane = open([]);
  let waiting: Waiting[] = [];
  const known = new Set<string>();
  const isSettled = (one: Waiting): boolean => {
    const { capture } = one;
    const named = lane.nameLoad(capture.loadId, capture.position);
    one.passageId = named?.passageId ?? one.passageId;
    const isOver = named === null || named.isFinal || nowMs >= capture.atMs + WAIT_MS;
    const number = named?.containerNumber ?? null;
    if (number === null && !isOver) return false;
    result.filed.push({ capture, number, passageId: one.passageId });
    return true;
  };
  return {
    result,
    setTime: (atMs: number) => void (nowMs = atMs),
    restart(): void {
      lane = open(structuredClone(lane.evidence()));
      for (const { capture, passageId } of waiting) {
        result.filed.push({ capture, number: null, passageId: unsureId(passageId) });
      }
      waiting = [];
      known.clear();
    },
    see(evidence: Evidence): void {
      known.add(evidence.id);
      lane.see(evidence);
      const passage = evidence.kind === "load" ? null : lane.outcomeOf(evidence.id);
      if (passage?.outcome.kind !== "identified") return;
      lane.report(passage.passageId, passage.outcome.numbers);
      result.named.set(passage.passageId, passage.outcome.numbers);
    },
    take(capture: Capture): void {
      if (known.has(capture.loadId)) waiting.push({ capture, passageId: capture.loadId });
    },
    settle(): void {
      waiting = waiting.filter((one) => !isSettled(one));
    },
  };
}

type Restart = NonNullable<GateSchedule["restart"]>;
const startOf = ({ atMs, downMs }: Restart): number => atMs + downMs;
const SEEN_MS = 400;
const SCANNED_MS = 2_000;
const againOf = (id: string): string => `${id}-again`;

/** A camera that starts sees what is in view then as something new, and nothing of what has left. */
function seenAfter(restart: Restart | null, atMs: number, one: Evidence): Evidence | null {
  if (!restart || atMs < startOf(restart) || one.fromMs >= startOf(restart)) return one;
  const isFollowed = one.kind === "reading" || (one.kind === "load" && one.isVisit);
  if (!isFollowed || one.toMs < startOf(restart)) return null;
  return { ...one, id: againOf(one.id), fromMs: startOf(restart) };
}

/** Loads that are in view when the agent starts are scanned again. */
function seenAgain(startMs: number, { arrivals, captures }: Pick<Seen, "arrivals" | "captures">): Step[] {
  const nothing = { evidence: null, capture: null, restarts: false };
  return captures.flatMap((capture) => {
    const load = arrivals.findLast(({ evidence: { id } }) => id === capture.loadId)?.evidence;
    if (load?.kind !== "load" || load.fromMs >= startMs || load.toMs < startMs + SEEN_MS) return [];
    const evidence = { ...load, toMs: startMs + SEEN_MS, isOver: false };
    return [
      { ...nothing, atMs: startMs + SEEN_MS, evidence },
      { ...nothing, atMs: startMs + SCANNED_MS, capture: { ...capture, loadId: againOf(capture.loadId) } },
    ];
  });
}

/** Runs one schedule and compares what was recorded with the truth. */
export function runGate(schedule: GateSchedule, record: Recorder = recordByPassages) {
  const { filed, named } = record(schedule, observeGate(schedule));
  const figures: GateFigures = {
    vehicles: schedule.vehicles.length,
    captures: filed.length,
    foreign: 0,
    misread: 0,
    identified: 0,
    known: 0,
  };
  let broken: string | null = null;
  const right = new Set<Vehicle>();
  for (const { capture, number, passageId } of filed) {
    const text = number ?? numberOf(named.get(passageId) ?? [], capture.position);
    if (text === null) continue;
    if (text.startsWith("WRNG")) figures.misread += 1;
    if (numbersAt(capture).some((one) => text.endsWith(one))) {
      right.add(capture.vehicle);
      continue;
    }
    figures.foreign += 1;
    broken ??= `${capture.loadId} of vehicle ${capture.vehicle.index} is recorded under ${text}`;
  }
  const captured = new Set(filed.map(({ capture }) => capture.vehicle));
  const known = schedule.vehicles.filter((one) => captured.has(one) && isNumberKnown(one, schedule));
  figures.known = known.length;
  figures.identified = known.filter((one) => right.has(one)).length;
  const twice = filed.length - new Set(filed.map(({ capture }) => capture.loadId)).size;
  return { ...figures, broken: twice > 0 ? "a capture was recorded twice" : broken };
}

/** True where a camera read the number, or it was announced, while the agent ran. */
function isNumberKnown(vehicle: Vehicle, { restart }: GateSchedule): boolean {
  const { inLane, reading, readingResult, announcedMs } = vehicle;
  const wasDown = restart && inLane.fromMs < restart.atMs + restart.downMs && inLane.toMs > restart.atMs;
  return !wasDown && (announcedMs !== null || (reading !== null && readingResult !== "unread"));
}

function numbersAt({ vehicle: { numbers }, position }: Capture): string[] {
  if (position === undefined || numbers.length === 1) return numbers;
  return [numbers[position === "front" ? 0 : 1] ?? ""];
}

/** The number that the cloud gives to what was recorded under the placeholder of a passage. */
function numberOf(
  numbers: readonly { containerNumber: string; position?: string | undefined }[],
  position: string | undefined,
) {
  const [only, ...others] = numbers;
  if (others.length === 0) return only?.containerNumber ?? null;
  return numbers.find((one) => one.position === position)?.containerNumber ?? null;
}
