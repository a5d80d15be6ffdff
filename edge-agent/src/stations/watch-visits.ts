import { type Areas, areasOf, createRoster, type SeenObject, sharedAreaPart } from "./roster.ts";

export type VisitSettings = {
  /** The objects must be the same and still for this long. */
  stableMs: number;
  /** Empty, or filled by another load, for this long: the visit is over. */
  goneMs: number;
  /** A load that never stands still is scanned after this long. */
  maxWaitMs: number;
  minimumPresenceMs: number;
  /** Still is slower than this, in the unit of the boxes. */
  maxSpeedPerSecond: number;
  /** Usual time between two frames. */
  frameIntervalMs: number;
};

/** One frame that a scan could be made from. */
export type Candidate<Picture> = {
  picture: Picture;
  /** How good a picture it is in itself, from 0 without bound; stillness is added here. Only comparisons mean anything. */
  quality: number;
};

/**
 * - `stable`: the load stood still
 * - `waited`: it did not for `maxWaitMs`
 * - `left`: it was gone, or replaced by another, before that
 * - `stopping`: the agent stops
 */
export type ScanReason = "stable" | "waited" | "left" | "stopping";
export type ScanDecision<Picture> = { picture: Picture; reason: ScanReason };

/** The load in front of the camera: when it came, monotonic milliseconds, and whether it was scanned. */
export type VisitState = { state: "settling" | "scanned"; startedMs: number };

type Kept<Picture> = Candidate<Picture> & { objects: Areas };
type Visit<Picture> = {
  startedMs: number;
  /** Something was there for long enough to be a load. */
  isLoad: boolean;
  lastPresentMs: number;
  /** Since when something else stands there than what the visit is about. */
  differentSinceMs: number | null;
  /** Best of the whole visit, and best since the load stands still. */
  best: Kept<Picture> | null;
  bestStill: (Kept<Picture> & { stableSinceMs: number }) | null;
  /** What was scanned; null before. */
  scanned: Areas | null;
};

/**
 * Below this part, by area, a load is another one. By area, because small things flicker and are mistaken most, and a
 * thing in the background that is taken for cargo must not hold a visit open.
 */
const SAME_LOAD_PART = 0.5;
/** A load stands still when this part of it does, by area: what flickers and trembles is small or doubtful. */
const STABLE_PART = 0.75;
const MIN_FLICKER_MS = 700;

/**
 * Decides when a load is scanned: once per visit. A visit begins with the first object; it ends when the picture is empty
 * or mostly other objects stand there, each for `goneMs` of pictures seen (while the camera is away, nothing ends). The
 * scan is the best picture of the time in which the load stood still; a load that never does is scanned from the best
 * picture there is. Holds at most two pictures. Times are monotonic milliseconds.
 */
export function createVisitWatch<Picture>(settings: VisitSettings) {
  const { stableMs, goneMs, maxWaitMs, minimumPresenceMs, maxSpeedPerSecond, frameIntervalMs } = settings;
  const maxStepMs = Math.max(1_000, 2 * frameIntervalMs);
  const roster = createRoster({ minimumPresenceMs, flickerMs: Math.max(MIN_FLICKER_MS, 2.5 * frameIntervalMs) });
  let visit: Visit<Picture> | null = null;
  /** Time in which the camera was seen: gaps count as one step at most. */
  let seenMs = 0;
  let lastMonotonicMs: number | null = null;
  let standing: Areas = new Map();
  /** Which objects stand still, and since when; null while they move or nothing stands there. */
  let stable: { sinceMs: number; objects: Areas } | null = null;

  let visitCount = 0;

  const begin = (startedMs: number): Visit<Picture> => ({
    startedMs,
    isLoad: false,
    lastPresentMs: seenMs,
    differentSinceMs: null,
    best: null,
    bestStill: null,
    scanned: null,
  });

  const countLoad = (current: Visit<Picture>): void => {
    if (current.isLoad || standing.size === 0) return;
    current.isLoad = true;
    visitCount += 1;
  };

  const scan = (of: Visit<Picture>, kept: Kept<Picture>, reason: ScanReason): ScanDecision<Picture> => {
    of.scanned = kept.objects;
    of.best = null;
    of.bestStill = null;
    return { picture: kept.picture, reason };
  };

  /** The best picture of a load that was not scanned: with its scan, a visit gives up its pictures. */
  const scanBest = (reason: ScanReason): ScanDecision<Picture>[] =>
    visit?.isLoad && visit.best ? [scan(visit, visit.best, reason)] : [];

  const hasWaited = (monotonicMs: number) => visit !== null && monotonicMs - visit.startedMs >= maxWaitMs;

  const updateStability = (): void => {
    standing = areasOf(roster.standing(seenMs));
    const movingPart = roster.motion(seenMs, maxSpeedPerSecond)?.movingPart ?? 0;
    if (standing.size === 0 || movingPart > 1 - STABLE_PART) {
      stable = null;
    } else if (
      !stable ||
      sharedAreaPart(standing, stable.objects) < STABLE_PART ||
      sharedAreaPart(stable.objects, standing) < STABLE_PART
    ) {
      stable = { sinceMs: seenMs, objects: standing };
    }
  };

  /** Whether another load than the visit's stands there: what was scanned makes little of it, or what was not is gone. */
  const isOtherLoad = ({ scanned, best }: Visit<Picture>): boolean => {
    if (standing.size === 0) return false;
    if (scanned) return sharedAreaPart(standing, scanned) < SAME_LOAD_PART;
    return best !== null && sharedAreaPart(best.objects, standing) < SAME_LOAD_PART;
  };

  const isReplaced = (current: Visit<Picture>): boolean => {
    current.differentSinceMs = isOtherLoad(current) ? (current.differentSinceMs ?? seenMs) : null;
    return current.differentSinceMs !== null && seenMs - current.differentSinceMs >= goneMs;
  };

  const consider = (current: Visit<Picture>, objects: Areas, makeCandidate: () => Candidate<Picture>): void => {
    const { best } = current;
    // A load that leaves keeps its own best picture: it may still have to be scanned.
    if (best && sharedAreaPart(best.objects, objects) < SAME_LOAD_PART) return;
    const { picture, quality } = makeCandidate();
    // Of unknown speed, a picture is better than none.
    const speed = roster.motion(seenMs, maxSpeedPerSecond)?.meanSpeed ?? Infinity;
    const stillness = 1 / (1 + speed / maxSpeedPerSecond);
    const kept = { picture, quality: quality * stillness, objects };
    if (!best || kept.quality > best.quality) current.best = kept;
    if (!stable) return;
    const still = current.bestStill?.stableSinceMs === stable.sinceMs ? current.bestStill : null;
    if (!still || kept.quality > still.quality) current.bestStill = { ...kept, stableSinceMs: stable.sinceMs };
  };

  const advance = (monotonicMs: number): void => {
    lastMonotonicMs ??= monotonicMs;
    seenMs += Math.min(maxStepMs, Math.max(0, monotonicMs - lastMonotonicMs));
    lastMonotonicMs = Math.max(monotonicMs, lastMonotonicMs);
  };

  return {
    /** Null while no load stands there. */
    visit: (): VisitState | null =>
      visit?.isLoad ? { state: visit.scanned ? "scanned" : "settling", startedMs: visit.startedMs } : null,
    /** Loads seen so far. */
    visitCount: () => visitCount,

    /** Takes in one frame in order of capture; `makeCandidate` is called only where its picture may be needed. */
    observe(
      objects: readonly SeenObject[],
      monotonicMs: number,
      makeCandidate: () => Candidate<Picture>,
    ): ScanDecision<Picture>[] {
      advance(monotonicMs);
      const present = roster.see(objects, seenMs);
      updateStability();
      const decisions: ScanDecision<Picture>[] = [];
      if (present.size === 0) {
        if (!visit || seenMs - visit.lastPresentMs < goneMs) return decisions;
        decisions.push(...scanBest("left"));
        visit = null;
        roster.keep(present);
        return decisions;
      }
      visit ??= begin(monotonicMs);
      visit.lastPresentMs = seenMs;
      if (isReplaced(visit)) {
        decisions.push(...scanBest("left"));
        roster.keep(standing);
        visit = begin(monotonicMs);
      }
      countLoad(visit);
      if (visit.scanned) return decisions;
      consider(visit, present, makeCandidate);
      const { bestStill, differentSinceMs } = visit;
      const isStable = stable !== null && seenMs - stable.sinceMs >= stableMs && differentSinceMs === null;
      if (isStable && bestStill) decisions.push(scan(visit, { ...bestStill, objects: standing }, "stable"));
      else if (hasWaited(monotonicMs)) decisions.push(...scanBest("waited"));
      return decisions;
    },

    /** To be called now and then while no frames come: what waits must not wait for the camera to return. */
    tick: (monotonicMs: number): ScanDecision<Picture>[] => (hasWaited(monotonicMs) ? scanBest("waited") : []),

    /** The agent stops: a load that was not scanned yet is, from the best picture. */
    stop: (): ScanDecision<Picture>[] => scanBest("stopping"),
  };
}
