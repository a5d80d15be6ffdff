import type { Passage, PassageRules } from "./passage.ts";
import type { Evidence, Load } from "./evidence.ts";

/** Passages that are remembered: vehicles that are in the lane, and those from which travel times are learnt. */
const KEPT_PASSAGES = 60;
/** A picture is remembered for longer than its scan waits, because making that takes time. */
const PICTURE_MS = 60_000;

type Parts = { before: readonly Evidence[]; rules: Pick<PassageRules, "waitMs">; nowMs: () => number };

/** Remembers the evidence of the newest passages of a lane. */
export function createEvidenceMemory({ before, rules, nowMs }: Parts) {
  let evidence = restore(before, nowMs());
  const late = new Set<string>();
  const keep = (isKept: (one: Evidence) => boolean) => {
    evidence = new Map([...evidence].filter(([, one]) => isKept(one)));
  };
  return {
    all: (): Evidence[] => [...evidence.values()],
    /** The announcement that began the oldest passage, if that followed an unnumbered load, which may be forgotten. */
    late: late as ReadonlySet<string>,
    load(id: string): Load | undefined {
      const one = evidence.get(id);
      return one?.kind === "load" ? one : undefined;
    },
    /** Returns true if it is worth keeping on disk. */
    take(one: Evidence): boolean {
      const known = evidence.get(one.id);
      evidence.set(one.id, one);
      if (!isPicture(one)) return !known || known.isOver !== one.isOver || stateOf(known) !== stateOf(one);
      return false;
    },
    /** Forgets the evidence of all but the newest passages; returns true if that was any. */
    forget(passages: readonly Passage[]): boolean {
      const newest = passages.slice(-KEPT_PASSAGES);
      // Some stations take a picture each second for as long as a number is valid; the first one of each teaches when.
      const firsts = new Set(newest.flatMap(firstPictures));
      const untilMs = nowMs() - rules.waitMs - PICTURE_MS;
      const kept = new Set(newest.flatMap(idsOf));
      const size = evidence.size;
      late.clear();
      const [oldest] = newest;
      if (oldest?.followsUnnumbered) late.add(oldest.beganWith);
      keep((one) => kept.has(one.id) && (!isPicture(one) || one.toMs >= untilMs || firsts.has(one.id)));
      return evidence.size < size;
    },
  };
}

/** True for a load that is seen in one picture only. */
export const isPicture = (one: Evidence): boolean => one.kind === "load" && !one.isVisit;

/** The ids of the first picture of each station. */
function firstPictures({ loads }: Passage): string[] {
  const pictures = loads.filter(isPicture).toSorted((a, b) => b.fromMs - a.fromMs);
  return [...new Map(pictures.map(({ station, id }) => [station, id])).values()];
}

const stateOf = (one: Evidence) => (one.kind === "reading" ? one.result.state : null);

const idsOf = ({ loads, readings, announcements }: Passage): string[] =>
  [...loads, ...readings, ...announcements].map(({ id }) => id);

/**
 * After a restart, what was in view may have left, and another vehicle may have come. Evidence from the future cannot
 * be ordered, so with a clock that is behind it the lane begins empty.
 */
function restore(before: readonly Evidence[], nowMs: number): Map<string, Evidence> {
  if (before.some(({ toMs }) => toMs > nowMs)) return new Map();
  return new Map(
    before.map((one) => {
      const isUndecided = one.kind === "reading" && one.result.state === "pending";
      const over = { ...one, isOver: true };
      return [one.id, isUndecided ? { ...over, result: { state: "unread", reason: "the agent was stopped" } } : over];
    }),
  );
}
