import { createNumberIntake } from "../../../edge-agent/src/composition/take-numbers.ts";
import { createNumberWatch, type NumberPass } from "../../../edge-agent/src/reading/number-watch.ts";
import { openLanes } from "../../../edge-agent/src/stations/lanes.ts";
import type { LanePassages } from "../../../edge-agent/src/stations/passages/lane-passages.ts";
import type { Evidence, PlacedNumber } from "../../../edge-agent/src/stations/passages/evidence.ts";
import { UNKNOWN_TIMES } from "../../../edge-agent/src/stations/passages/travel-times.ts";
import { unsureId } from "../../../edge-agent/src/stations/passages/placeholder-number.ts";
import type { GateSchedule } from "./gate-schedule.ts";
import { GONE_MS } from "./look-at-numbers.ts";
import type { Capture, GateEvent, Reads } from "./observe-gate.ts";

/** One capture as it was recorded: under a number, or under the placeholder of a passage with the reason for that. */
export type Filed = { capture: Capture; number: string | null; passageId: string; reason: string };
/** All that was recorded, and the numbers that were reported of passages: they name what has a passage's placeholder. */
export type Recorded = { filed: Filed[]; named: Map<string, PlacedNumber[]> };
/** A scan that waits, under the passage that it was held with. */
type Waiting = { capture: Capture; passageId: string; heldAs: string };

export const WAIT_MS = 60_000;
const TARGET = { lane: "gate" };
/** A picture is read within this time after the one before, if something moves. */
const NEXT_PICTURE_MS = 1_000;

/** The parts of an agent that name scans; the disk outlives its runs. */
export function createGateAgent(schedule: GateSchedule, reads: Reads) {
  const recorded: Recorded = { filed: [], named: new Map() };
  const disk: Parts["disk"] = { evidence: new Map() };
  const clock = { nowMs: 0, lastId: 0 };
  const open = () => openRun(schedule, { reads, recorded, disk, clock });
  let run = open();
  return {
    recorded,
    setTime: (atMs: number) => void (clock.nowMs = atMs),
    restart(): void {
      run.stop();
      run = open();
    },
    take: (event: GateEvent) => run.take(event),
  };
}

type Parts = {
  reads: Reads;
  recorded: Recorded;
  disk: { evidence: ReadonlyMap<string, readonly Evidence[]> };
  clock: { nowMs: number; lastId: number };
};

function openRun(schedule: GateSchedule, parts: Parts) {
  const { reads, clock } = parts;
  const newId = () => `id-${(clock.lastId += 1)}`;
  const lanes = openGateLanes(schedule, parts.disk, () => clock.nowMs);
  const passages = lanes.find(TARGET)?.passages;
  if (!passages) throw new Error("the gate has no lane");
  const intake = openIntake(schedule, { ...parts, lanes, newId });
  const watch = createNumberWatch({
    positions: schedule.hasPositions ? ["front", "rear"] : [],
    minimumConfidence: 0.9,
    enoughLooks: 3,
    goneMs: GONE_MS,
    expected: () => new Set<string>(),
  });
  const follow = createFollower(intake, newId);
  const scans = createScans(passages, parts);
  const numbersOf = (event: GateEvent): NumberPass[] => {
    if (event.kind === "look") return watch.observe(event.looks, event.takenMs, clock.nowMs);
    return event.kind === "tick" && !isReading(reads, clock.nowMs) ? watch.tick(clock.nowMs) : [];
  };
  return {
    take(event: GateEvent): void {
      if (event.kind === "load") passages.see(event.load);
      if (event.kind === "announcement") intake.announce(TARGET, event.numbers.map(reportOf));
      for (const pass of numbersOf(event)) follow(pass);
      if (event.kind === "capture") scans.take(event.capture);
      scans.settle();
    },
    stop: () => scans.stop(),
  };
}

const reportOf = (number: PlacedNumber) => ({ ...number, source: "http" as const });

/** The scans that wait for their number, as a station keeps them. */
function createScans(passages: LanePassages, { recorded: { filed }, clock }: Parts) {
  let waiting: Waiting[] = [];
  const isSettled = (one: Waiting): boolean => {
    const { capture } = one;
    const naming = passages.nameLoad(capture.loadId, capture.position);
    one.passageId = naming?.passageId ?? one.passageId;
    const isOver = naming === null || naming.isFinal || clock.nowMs >= capture.atMs + WAIT_MS;
    const number = naming?.containerNumber ?? null;
    if (number === null && !isOver) return false;
    filed.push({ capture, number, passageId: one.passageId, reason: naming?.reason ?? "its load is forgotten" });
    return true;
  };
  return {
    /** A scan of a load that came while the agent was stopped is not taken. */
    take(capture: Capture): void {
      const passageId = passages.nameLoad(capture.loadId, capture.position)?.passageId;
      if (passageId !== undefined) waiting.push({ capture, passageId, heldAs: passageId });
    },
    settle(): void {
      waiting = waiting.filter((one) => !isSettled(one));
    },
    /** The next start names what waits by the passage that it was held with. */
    stop(): void {
      const reason = "the agent was stopped while it waited";
      for (const { capture, heldAs } of waiting) {
        filed.push({ capture, number: null, passageId: unsureId(heldAs), reason });
      }
    },
  };
}

type IntakeParts = Parts & { lanes: ReturnType<typeof openLanes>; newId: () => string };

/** Takes numbers in as the agent does; what it reports of a passage names what the cloud has of it. */
function openIntake({ stations }: GateSchedule, { lanes, newId, reads, recorded: { named }, clock }: IntakeParts) {
  const intake = createNumberIntake({
    lanes,
    stations: stations.list.map((id) => ({
      id,
      identify({ containerNumber, position }, passageId) {
        if (passageId === undefined) return;
        named.set(passageId, [...(named.get(passageId) ?? []), { containerNumber, position }]);
      },
      settle: () => {},
    })),
    newId,
    laneTime: { nowMs: () => clock.nowMs, of: ({ capturedAtMs }) => capturedAtMs },
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  });
  intake.waitForReadings(TARGET, () => readUntilMs(reads, clock.nowMs));
  return intake;
}

function openGateLanes(
  { kind, hasPositions, stations, guessed }: GateSchedule,
  disk: Parts["disk"],
  nowMs: () => number,
) {
  const container = {
    kind: "identified",
    expiresAfterMs: 30 * 60_000,
    waitMs: WAIT_MS,
    severalLoads: false,
    announcedAfterLoads: kind === "message-after",
  } as const;
  const numberCameras = kind.startsWith("camera") ? ["left"] : [];
  const positions = hasPositions ? ["front", "rear"] : [];
  const station = { lane: "gate", container, numberCameras: [] };
  const ids = [...stations.list, "x-ray"];
  const members = ids.map((id) => ({
    ...station,
    id,
    position: hasPositions && id !== "x-ray" ? id : undefined,
    followsLoads: id !== "x-ray",
    usualTimes: guessed[id] ?? UNKNOWN_TIMES,
  }));
  const file = {
    read: () => new Map([...disk.evidence].map(([key, evidence]) => [key, [...evidence]])),
    // Each write has lists of its own, and no evidence changes.
    write: (evidence: ReadonlyMap<string, readonly Evidence[]>) => void (disk.evidence = evidence),
  };
  return openLanes({ lanes: [{ id: "gate", container, positions, numberCameras }], stations: members }, file, nowMs);
}

/** Passes on what the watch of the number camera reports, as the agent does. */
function createFollower({ follow }: Pick<ReturnType<typeof createNumberIntake>, "follow">, newId: () => string) {
  let reading = { pass: 0, id: "" };
  return ({ number: pass, outcome, ...seen }: NumberPass): void => {
    if (pass !== reading.pass) reading = { pass, id: newId() };
    const reports =
      outcome?.kind === "read"
        ? outcome.numbers.map(({ number, position }) => ({
            containerNumber: number.text,
            position,
            source: "camera" as const,
          }))
        : [];
    const decision =
      outcome === null
        ? null
        : outcome.kind === "read"
          ? ({ state: "read", reports } as const)
          : ({ state: "unread", reason: outcome.reason } as const);
    follow(TARGET, { ...seen, id: reading.id, decision });
  };
}

const isReading = (reads: Reads, nowMs: number): boolean =>
  reads.some(({ fromMs, toMs }) => fromMs <= nowMs && nowMs < toMs);

/** Time of capture up to which all that the number camera saw is known. */
function readUntilMs(reads: Reads, nowMs: number): number {
  const open = reads.find(({ fromMs, toMs }) => fromMs <= nowMs && nowMs < toMs);
  if (open) return open.fromMs;
  const last = reads.findLast(({ toMs }) => toMs <= nowMs);
  return last && nowMs - last.toMs < NEXT_PICTURE_MS ? last.fromMs : Infinity;
}
