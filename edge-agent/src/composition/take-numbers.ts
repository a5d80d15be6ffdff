import type { Logger } from "../base/logger.ts";
import type { NumberReport } from "../stations/container-numbers.ts";
import type { AnnounceResult, Lane, NumberTarget, openLanes } from "../stations/lanes.ts";
import type { PlacedNumber, Reading } from "../stations/passages/evidence.ts";
import type { LaneTime } from "../stations/passages/lane-time.ts";
import type { Station } from "../stations/station.ts";

/** A vehicle in view of number cameras; `decision` is new, or null, and in doubt while another number is in view. */
type FollowedReading = Pick<Reading, "id" | "fromMs" | "toMs" | "noticedMs" | "isOver"> & {
  isDoubtful: boolean;
  decision: { state: "read"; reports: readonly NumberReport[] } | { state: "unread"; reason: string } | null;
};
/** `isNew`: the numbers were not known of this passage before. */
type Followed = { ok: true; isNew: boolean; passageId: string | undefined } | (AnnounceResult & { ok: false });

type Parts = {
  lanes: ReturnType<typeof openLanes>;
  stations: readonly Pick<Station, "id" | "identify" | "settle">[];
  newId: () => string;
  laneTime: LaneTime;
  logger: Logger;
};

/** Takes the numbers of containers, wherever they come from, and gives them to the passages of their lane. */
export function createNumberIntake(parts: Parts) {
  const { lanes, newId, laneTime, logger } = parts;
  /** The newest state of the readings that may still change. */
  const results = new Map<string, Reading["result"]>();

  return {
    /** Takes the numbers of the vehicle that is now in a lane, or comes next. */
    announce(target: NumberTarget, reports: readonly NumberReport[]): AnnounceResult {
      const found = lanes.place(target, reports);
      if (!found.ok) return refuse(target, found, logger);
      const { lane, reports: placed } = found;
      if (lane.source.kind === "fixed") return identify(lane, placed, undefined, parts);
      const [id, atMs] = [newId(), laneTime.nowMs()];
      const span = { id, fromMs: atMs, toMs: atMs, isOver: true };
      lane.passages.see({ kind: "announcement", ...span, numbers: placed.map(plain) });
      const passage = lane.passages.outcomeOf(id);
      if (!passage) throw new Error(`the announcement ${id} is in no passage`);
      const { passageId, outcome } = passage;
      if (outcome.kind === "contradictory") return contradict(lane, { passageId, reason: outcome.reason }, logger);
      logUnusual(lane, passage, logger);
      // What a camera is reading may be another number: then these name no passage.
      if (outcome.kind !== "identified") return identify(lane, placed, undefined, parts);
      // A camera that reads them afterwards has evidence of its own to report.
      lane.passages.report(passageId, []);
      return identify(lane, placed, passageId, parts);
    },
    /** Follows a vehicle that is in view of a lane's number cameras. */
    follow(target: NumberTarget, { decision, isDoubtful, ...reading }: FollowedReading): Followed {
      const found = lanes.place(target, decision?.state === "read" ? decision.reports : []);
      if (!found.ok) return found;
      const { lane, reports: placed } = found;
      if (lane.source.kind === "fixed") return { ok: true, isNew: false, passageId: undefined };
      const result = decision ? resultOf(decision, placed) : (results.get(reading.id) ?? { state: "pending" as const });
      results.set(reading.id, result);
      if (reading.isOver) results.delete(reading.id);
      const isPending = isDoubtful && result.state === "read";
      lane.passages.see({ kind: "reading", ...reading, result: isPending ? { state: "pending" } : result });
      const passage = lane.passages.outcomeOf(reading.id);
      if (!decision || !passage) return { ok: true, isNew: false, passageId: passage?.passageId };
      const { passageId, outcome } = passage;
      if (outcome.kind === "contradictory") return contradict(lane, { passageId, reason: outcome.reason }, logger);
      const isNew = lane.passages.report(passageId, placed);
      if (isNew) {
        logUnusual(lane, passage, logger);
        identify(lane, placed, passageId, parts);
      }
      return { ok: true, isNew, passageId };
    },
    /** Lets loads wait until the number cameras of their lane have read what they saw before. */
    waitForReadings(target: NumberTarget, untilMs: () => number): void {
      lanes.find(target)?.passages.waitForReadings(untilMs);
    },
  };
}
export type NumberIntake = ReturnType<typeof createNumberIntake>;

const FOLLOWS_UNNUMBERED =
  "a number was announced when a load without one had just left: it names a load only while that is in view; where numbers are announced after the load, set announcedAfterLoads";

type PassageOutcome = NonNullable<ReturnType<Lane["passages"]["outcomeOf"]>>;

/** Logs what is right in few lanes: it shows how a lane is set up, or that something is not seen. */
function logUnusual({ id, stationIds }: Lane, passage: PassageOutcome, logger: Logger): void {
  const facts = { lane: id, passage: passage.passageId };
  if (passage.followsUnnumbered) logger.warn(facts, FOLLOWS_UNNUMBERED);
  if (passage.isBeforeWithoutLoad && stationIds.size > 0) logger.info(facts, NO_LOAD);
  if (passage.isSameNumber) logger.info(facts, SAME_NUMBER);
}

const NO_LOAD = "no load was seen of the vehicle before, whose number is known";
const SAME_NUMBER = "the vehicle before had the same number: this is another vehicle, or it has come back";

/** Reports the numbers of a passage to the cloud, and to the scans that wait. */
function identify(
  lane: Lane,
  reports: readonly NumberReport[],
  passageId: string | undefined,
  { stations, logger }: Pick<Parts, "stations" | "logger">,
): AnnounceResult {
  const members = stations.filter(({ id }) => lane.stationIds.has(id));
  for (const report of reports) {
    const { evidence: _kept, ...shown } = report;
    const at = members.find(({ id }) => lane.stationIds.get(id) === report.position) ?? members[0];
    at?.identify(report, passageId);
    logger.info({ lane: lane.id, passage: passageId, ...shown }, "container announced");
  }
  for (const station of members) station.settle();
  return { ok: true };
}

function refuse<Refusal extends { reason: string; message: string }>(
  target: NumberTarget,
  refusal: Refusal,
  logger: Logger,
): Refusal {
  logger.warn({ ...target, reason: refusal.reason }, `an announcement was refused: ${refusal.message}`);
  return refusal;
}

function contradict(
  lane: Lane,
  { passageId, reason }: { passageId: string; reason: string },
  logger: Logger,
): AnnounceResult & { ok: false } {
  const what = "the numbers of a vehicle contradict each other; it stays unidentified";
  logger.warn({ lane: lane.id, passage: passageId, reason }, what);
  return { ok: false, reason: "contradictory", message: `the numbers contradict each other: ${reason}` };
}

const plain = ({ containerNumber, position }: NumberReport): PlacedNumber =>
  position === undefined ? { containerNumber } : { containerNumber, position };

function resultOf(
  decision: NonNullable<FollowedReading["decision"]>,
  placed: readonly NumberReport[],
): Reading["result"] {
  return decision.state === "unread" ? decision : { state: "read", numbers: placed.map(plain) };
}
