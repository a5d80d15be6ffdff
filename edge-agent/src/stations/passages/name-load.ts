import { type Passage, picturesBeside } from "./passage.ts";
import type { Load } from "./evidence.ts";
import { judgePassage, numberAt, type Outcome } from "./judge-passage.ts";
import { unsureId } from "./placeholder-number.ts";

/** Knowledge of the container of a load. */
export type Naming = PassageNaming | { passageId: undefined; containerNumber: string };

/** Knowledge of a load in a lane whose container is not fixed. */
export type PassageNaming = {
  passageId: string;
  /** Null while it is not known. */
  containerNumber: string | null;
  /** Reason why the number is not known. */
  reason: string;
  /** True where no number is expected any longer. */
  isFinal: boolean;
};

export type NamingParts = {
  passage: Passage;
  next: Passage | undefined;
  load: Load;
  position: string | undefined;
  /** Time of capture up to which all that the number cameras saw is known. */
  readUntilMs: number;
  /** True where numbers of the passage were reported: they name all that has its id. */
  isReported: boolean;
  isFromBefore: boolean;
};

/** Returns what is known of the container of a load in its passage. */
export function nameLoad(parts: NamingParts): PassageNaming {
  const { passage, load, position, readUntilMs } = parts;
  const outcome = judgePassage(passage);
  const doubt = passage.doubted.get(load.id);
  if (doubt !== undefined) {
    return { passageId: ownId(load, passage), containerNumber: null, reason: doubt, isFinal: true };
  }
  const known = outcome.kind === "identified" ? numberAt(outcome.numbers, position) : null;
  const isRead = readUntilMs >= load.fromMs;
  const isTentative = isUnsure(load, parts);
  return {
    passageId: isTentative ? ownId(load, passage) : sureId(outcome, parts),
    containerNumber: isRead && !isTentative ? known : null,
    reason: isTentative && known !== null ? tentativeReason(passage) : reasonOf(outcome, position),
    isFinal: isFinal(outcome, parts) && !isTentative,
  };
}

const tentativeReason = ({ followsUnnumbered }: Passage): string =>
  followsUnnumbered
    ? "its number was announced when a load without one had just left, and may be that one's"
    : "a number was known before it came, which may be that of another vehicle";

const reasonOf = (outcome: Outcome, position: string | undefined): string =>
  outcome.kind === "identified" ? `no number of position ${position ?? "(none)"} is known` : outcome.reason;

/**
 * Names a load alone, or with those that were in view beside it: they are of the same vehicle. Numbers that are
 * reported of its passage name all that has the id of that.
 */
function ownId(load: Load, passage: Passage): string {
  const isAlike = ({ id }: Load): boolean => passage.doubted.has(id) === passage.doubted.has(load.id);
  const unsure = passage.loads.filter(
    (one) => isAlike(one) && (passage.doubted.has(one.id) || passage.tentative.has(one.id)),
  );
  const first = firstBeside(load, unsure);
  return first.id === passage.id ? unsureId(first.id) : first.id;
}

/** The first of the loads that were in view together with one, or with another of them. */
function firstBeside(load: Load, loads: readonly Load[]): Load {
  let first = load;
  for (const one of loads.toSorted((a, b) => b.fromMs - a.fromMs)) {
    if (one.fromMs <= first.fromMs && first.fromMs <= one.toMs) first = one;
  }
  return first;
}

/** True while another number may become known of a load, or always where its number was announced for another one. */
const isUnsure = (load: Load, { passage, readUntilMs }: NamingParts): boolean =>
  passage.tentative.has(load.id) &&
  (passage.followsUnnumbered || !loadsBeside(passage, load).every((one) => hasLeft(one, readUntilMs)));

/** The loads that decide of which vehicle one is: itself, or for a single picture those that were in view. */
const loadsBeside = (passage: Passage, load: Load): Load[] =>
  load.isVisit ? [load] : passage.loads.filter((one) => one.isVisit && picturesBeside(passage, one).includes(load));

/** Numbers that were reported name all that has the id of the passage: what is not sure of them needs another id. */
function sureId({ kind }: Outcome, { passage, load, isReported }: NamingParts): string {
  // One of the numbers may be that of the next vehicle: only what was in view together is of one.
  if (kind === "contradictory") return unsureId(firstBeside(load, passage.loads).id);
  return kind !== "identified" && isReported ? unsureId(passage.id) : passage.id;
}

function isFinal({ kind }: Outcome, { next, readUntilMs, isFromBefore }: NamingParts): boolean {
  if (kind === "contradictory" || isFromBefore) return true;
  // A number that was noticed without a load is of this vehicle if a load further on follows at its usual time.
  if (next?.loads.length === 0) return false;
  // A later vehicle has come, and no number of this one can still arrive.
  return kind !== "pending" && next !== undefined && readUntilMs >= next.fromMs;
}

/** True where a load has left, and all that was seen until then is known. */
const hasLeft = ({ isOver, toMs }: Load, readUntilMs: number): boolean => isOver && readUntilMs >= toMs;
