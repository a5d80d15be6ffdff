import type { EdgeVerdict } from "@container-inspection/shared-schemas/verdicts";
import type { Logger } from "../../base/logger.ts";
import { createMessageGiver, type GiverStatus } from "./give-messages.ts";
import { messageOf, stateOf, type VerdictMessage } from "./verdict-message.ts";
import type { Output } from "./verdict-outputs.ts";

/** Status of the verdicts of one lane at one output. */
export type VerdictStatus = GiverStatus & {
  lane: string;
  kind: Output["kind"];
  /** Name of the output, without credentials. */
  output: string;
  /** Given out since the start. */
  given: number;
  last: { verdict: string; containerNumber: string | null; atMs: number } | null;
  /** The cloud has not answered for as long as the lane's rule states. */
  isLineDown: boolean;
};

/** The verdicts of one lane at one output. */
export type LaneVerdicts = {
  /**
   * Takes an answer of the cloud: the verdicts on the scans of the cameras of this lane, in the order in which these
   * were taken. `lastScanMs` is when the lane took its last scan, which may not have arrived yet; null before the
   * first.
   */
  note: (verdicts: readonly EdgeVerdict[], lastScanMs: number | null) => void;
  /** The cloud has not answered for as long as the lane's rule states. */
  noteDown: () => void;
  status: () => VerdictStatus;
  stop: () => Promise<void>;
};

/** The subject of messages about the line itself. */
const LINE = "line";
/** A scan that arrived this late, and was taken this long before the lane's last one, is of a vehicle that has left. */
const LEFT_AFTER_MS = 15 * 60_000;
/** Visits whose last verdict is known: more than the cloud lists. */
const REMEMBERED = 200;

type LaneVerdictParts = {
  lane: string;
  whileDown: "hold" | "release" | "nothing";
  output: Output;
  /** Verdicts given out, by visit; undefined before the first reply of the cloud. */
  given: Record<string, string> | undefined;
  /** Stores the verdicts given out. */
  save: (given: Record<string, string>) => void;
  newId: () => string;
  nowMs: () => number;
  /** True where another vehicle has come to the lane since a scan was captured; null where that is not known. */
  hasLeft: (takenMs: number) => boolean | null;
  random: () => number;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  logger: Logger;
};

/** Gives the verdicts of one lane to one output, each once, and what its rule states while the line is down. */
export function createLaneVerdicts(parts: LaneVerdictParts): LaneVerdicts {
  const { lane, whileDown, save, newId, nowMs, hasLeft, logger } = parts;
  const output = withPlace(parts);
  let { given } = parts;
  let isDown = false;
  /** The value that the lane's rule states was given out in place of a verdict. */
  let isStandIn = false;
  let count = 0;
  let lastGiven: VerdictStatus["last"] = null;
  const giver = createMessageGiver({
    ...parts,
    output,
    onGiven(_subject, message) {
      const { verdict, containerNumber: container, visitId, reason } = message;
      logger.info({ lane, output: output.name, verdict, reason, container }, "verdict given out");
      count += 1;
      lastGiven = { verdict, containerNumber: container, atMs: nowMs() };
      if (visitId === null) return;
      const { [visitId]: _previous, ...others } = given ?? {};
      given = Object.fromEntries([...Object.entries(others).slice(1 - REMEMBERED), [visitId, stateOf(message)]]);
      save(given);
    },
  });
  const putLine = (verdict: string, reason: VerdictMessage["reason"]) =>
    giver.put(LINE, { ...OF_LINE, id: newId(), lane, verdict, reason });
  return {
    note(verdicts, lastScanMs) {
      // Kept at once: an output that is down at the first start must not make the next start the first one again.
      if (given === undefined) save((given = givenBefore(lane, verdicts)));
      isDown = false;
      const isOld = leaverOf(verdicts, lastScanMs);
      const last = verdicts.at(-1);
      // A value that was given out while the line was down stays until a verdict on a vehicle at the gate replaces it.
      const isReplaced = isStandIn && !(last && (isOld(last) || hasLeft(Date.parse(last.takenAt)) === true));
      for (const verdict of verdicts) {
        const message = messageOf(lane, verdict, newId());
        const { visitId } = verdict;
        const waiting = giver.waiting(visitId);
        const known = waiting ? stateOf(waiting) : given[visitId];
        if (known === undefined && isOld(verdict)) continue;
        if (known !== stateOf(message) || (isReplaced && verdict === last)) giver.put(visitId, message);
      }
      if (!isReplaced) return;
      isStandIn = false;
      giver.drop(LINE);
      if (verdicts.length === 0) putLine("none", "line-up");
    },
    noteDown() {
      if (isDown) return;
      isDown = true;
      if (whileDown === "nothing" || isStandIn) return;
      isStandIn = true;
      putLine(whileDown, "line-down");
    },
    status() {
      const { kind, name } = output;
      return { lane, kind, output: name, given: count, last: lastGiven, isLineDown: isDown, ...giver.status() };
    },
    stop: () => giver.stop(),
  };
}

const OF_LINE = { containerNumber: null, scanId: null, visitId: null, takenAt: null, atGate: null };

/** States at each attempt if the vehicle is at the gate: another one may come while an output refuses a message. */
function withPlace({ output, hasLeft }: LaneVerdictParts): Output {
  return {
    ...output,
    give(message, signal) {
      const isPast = message.takenAt === null ? null : hasLeft(Date.parse(message.takenAt));
      return output.give({ ...message, atGate: isPast === null ? null : !isPast }, signal);
    },
  };
}

/** Recognises verdicts on vehicles that left before the cloud learned of them: a barrier must not act on these. */
function leaverOf(verdicts: readonly EdgeVerdict[], lastScanMs: number | null) {
  const timeOf = ({ takenAt }: EdgeVerdict) => Date.parse(takenAt);
  const lastMs = Math.max(lastScanMs ?? -Infinity, ...verdicts.map(timeOf));
  return (verdict: EdgeVerdict): boolean => {
    const takenMs = timeOf(verdict);
    return Date.parse(verdict.scannedAt) - takenMs > LEFT_AFTER_MS && lastMs - takenMs > LEFT_AFTER_MS;
  };
}

/** Returns the verdicts that count as given out at the first start: all but the newest. */
const givenBefore = (lane: string, verdicts: readonly EdgeVerdict[]) =>
  Object.fromEntries(verdicts.slice(0, -1).map((one) => [one.visitId, stateOf(messageOf(lane, one, ""))]));
