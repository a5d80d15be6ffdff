import type { EdgeVerdict } from "@container-inspection/shared-schemas";
import type { Logger } from "../logger.ts";
import { createMessageGiver, type GiverStatus } from "./give-messages.ts";
import { messageOf, stateOf, type VerdictMessage } from "./verdict-message.ts";
import type { Output } from "./verdict-outputs.ts";

/** How the verdicts of one lane arrive at one output. */
export type VerdictStatus = GiverStatus & {
  lane: string;
  kind: Output["kind"];
  /** Where they are given out, without credentials. */
  output: string;
  /** Given out since the start. */
  given: number;
  last: { verdict: string; containerNumber: string | null; atMs: number } | null;
  /** The cloud has not answered for as long as the lane's rule states. */
  isLineDown: boolean;
};

/** The verdicts of one lane at one output. */
export type LaneVerdicts = {
  /** What the cloud answered: the verdicts on what the cameras of this lane scanned, oldest first. */
  note: (verdicts: readonly EdgeVerdict[]) => void;
  /** The cloud has not answered for as long as the lane's rule states. */
  noteDown: () => void;
  status: () => VerdictStatus;
  stop: () => Promise<void>;
};

/** The subject of messages about the line itself. */
const LINE = "line";
/** Visits whose last verdict is known: more than the cloud lists. */
const REMEMBERED = 200;

/** Gives the verdicts of one lane to one output, each once, and what its rule states while the line is down. */
export function createLaneVerdicts(parts: {
  lane: string;
  whileDown: "hold" | "release" | "nothing";
  output: Output;
  /** What was given out, by visit; undefined before the first reply of the cloud. */
  given: Record<string, string> | undefined;
  /** Stores what was given out. */
  save: (given: Record<string, string>) => void;
  newId: () => string;
  nowMs: () => number;
  random: () => number;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  logger: Logger;
}): LaneVerdicts {
  const { lane, output, whileDown, save, newId, nowMs, logger } = parts;
  let { given } = parts;
  let isDown = false;
  let count = 0;
  let last: VerdictStatus["last"] = null;
  const giver = createMessageGiver({
    ...parts,
    onGiven(_subject, message) {
      const { verdict, containerNumber: container, visitId, reason } = message;
      logger.info({ lane, output: output.name, verdict, reason, container }, "verdict given out");
      count += 1;
      last = { verdict, containerNumber: container, atMs: nowMs() };
      if (visitId === null) return;
      const { [visitId]: _previous, ...others } = given ?? {};
      given = Object.fromEntries([...Object.entries(others).slice(1 - REMEMBERED), [visitId, stateOf(message)]]);
      save(given);
    },
  });
  const putLine = (verdict: string, reason: VerdictMessage["reason"]) =>
    giver.put(LINE, { id: newId(), lane, verdict, reason, containerNumber: null, scanId: null, visitId: null });
  return {
    note(verdicts) {
      // Kept at once: an output that is down at the first start must not make the next start the first one again.
      if (given === undefined) save((given = givenBefore(lane, verdicts)));
      // What was given out without a line is no longer true: the newest verdict replaces it.
      const isReplaced = isDown && whileDown !== "nothing";
      isDown = false;
      for (const verdict of verdicts) {
        const message = messageOf(lane, verdict, newId());
        const { visitId } = verdict;
        const waiting = giver.waiting(visitId);
        const isKnown = (waiting ? stateOf(waiting) : given[visitId]) === stateOf(message);
        if (!isKnown || (isReplaced && verdict === verdicts.at(-1))) giver.put(visitId, message);
      }
      if (!isReplaced) return;
      giver.drop(LINE);
      if (verdicts.length === 0) putLine("none", "line-up");
    },
    noteDown() {
      if (isDown) return;
      isDown = true;
      if (whileDown !== "nothing") putLine(whileDown, "line-down");
    },
    status() {
      const { kind, name } = output;
      return { lane, kind, output: name, given: count, last, isLineDown: isDown, ...giver.status() };
    },
    stop: () => giver.stop(),
  };
}

/** At the first start, what was decided before is not given out, but for the newest. */
const givenBefore = (lane: string, verdicts: readonly EdgeVerdict[]) =>
  Object.fromEntries(verdicts.slice(0, -1).map((one) => [one.visitId, stateOf(messageOf(lane, one, ""))]));
