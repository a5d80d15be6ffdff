import { type Areas, createRoster, type Member, type SeenObject, sharedAreaPart } from "./roster.ts";
import { createStillness } from "./stillness.ts";
import { beginTimes, followTimes, meetObjects, SAME_LOAD_PART, type VisitTimes } from "./visit-times.ts";

export type VisitSettings = {
  /** The objects must be the same and still for this long. */
  stableMs: number;
  /** Empty, or filled by another load, for this long: the visit is over. */
  goneMs: number;
  /** Time in milliseconds after which a load that never stops moving is scanned. */
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
  /** Quality of the picture itself, from 0 without bound; stillness is added here. Only comparisons mean anything. */
  quality: number;
};

/**
 * - `stable`: the load was still
 * - `waited`: it was not for `maxWaitMs`
 * - `left`: it left, or was replaced by another, before that
 * - `stopping`: the agent stops
 * - `requested`: a program on this machine or a message asked for it
 * - `interval`: the station scans at an interval
 * - `changed`: the objects in view differ from those at the last scan
 * - `picture`: the station scans every picture of its camera
 */
export type ScanReason = "stable" | "waited" | "left" | "stopping" | "requested" | "interval" | "changed" | "picture";
/** `visit` is the number of the visit that the scan belongs to; missing if it belongs to none. */
export type ScanDecision<Picture> = { picture: Picture; reason: ScanReason; visit?: number };

/** The load in front of the camera: when it came, monotonic milliseconds, and whether it was scanned. */
export type VisitState = {
  /** Counts up from 1. */
  number: number;
  state: "settling" | "scanned";
  startedMs: number;
  /** Its first and its last picture; `startedMs` is later where it replaced another load. */
  fromMs: number;
  toMs: number;
};

type Kept<Picture> = Candidate<Picture> & { objects: Areas };
type Visit<Picture> = VisitTimes & {
  /** Counts up from 1; 0 while nothing was in view for long enough to be a load. */
  number: number;
  startedMs: number;
  lastPresentMs: number;
  /** The objects that were seen in enough frames to be missed when they have left. */
  proven: Set<number>;
  /** Best of the whole visit, and best since the load has been still. */
  best: Kept<Picture> | null;
  bestStill: (Kept<Picture> & { stableSinceMs: number }) | null;
  /** Areas of the scanned objects; null before the scan. */
  scanned: Areas | null;
};

/** Share of the frames that a camera usually takes while an object comes to count; seen in as many, it is proven. */
const PROVEN_FRAMES_PART = 0.5;
const MIN_FLICKER_MS = 700;
/** Returns the time in ms that an object may be unseen and still count as present. */
export const flickerMs = (frameIntervalMs: number) => Math.max(MIN_FLICKER_MS, 2.5 * frameIntervalMs);

/**
 * Decides when a load is scanned: once per visit. A visit begins with the first object; it ends when the picture is
 * empty or shows mostly other objects, each for `goneMs` of pictures seen (while the camera is unavailable, nothing
 * ends). The scan is the best picture of the time in which the load was still; a load that never is gets scanned from
 * the best picture there is. Holds at most two pictures. Times are monotonic milliseconds.
 *
 * Only its objects decide which load it is, never their classes: two loads of the same goods that follow each other
 * are two, and a load that drives through is scanned although the next one comes before `goneMs`. An object has left
 * only if it was seen in enough frames before: if frames are skipped, one load must not become two because its objects
 * were mistaken for each other while it drove in. So a load that drives through in fewer frames than that, directly
 * followed by another one, is not scanned; alone, it is.
 */
export function createVisitWatch<Picture>(settings: VisitSettings) {
  const { stableMs, goneMs, maxWaitMs, minimumPresenceMs, maxSpeedPerSecond, frameIntervalMs } = settings;
  const unseenMs = flickerMs(frameIntervalMs);
  const roster = createRoster({ minimumPresenceMs, flickerMs: unseenMs, maxSpeedPerSecond });
  const seenTime = createSeenTime(Math.max(1_000, 2 * frameIntervalMs), unseenMs);
  const stillness = createStillness(roster, maxSpeedPerSecond);
  let visit: Visit<Picture> | null = null;
  let visitCount = 0;

  const countLoad = (current: Visit<Picture>): void => {
    if (!isLoad(current) && stillness.standing().size > 0) current.number = visitCount += 1;
  };

  /** The best picture of a load that was not scanned: with its scan, a visit gives up its pictures. */
  const scanBest = (reason: ScanReason): ScanDecision<Picture>[] =>
    visit && isLoad(visit) && visit.best ? [scan(visit, visit.best, reason)] : [];

  const hasWaited = (monotonicMs: number) => visit !== null && monotonicMs - visit.startedMs >= maxWaitMs;

  /** Decides on a visit that was not scanned yet. */
  const decide = (current: Visit<Picture>, monotonicMs: number): ScanDecision<Picture>[] => {
    const [stable, bestStill] = [stillness.stable(), current.differentSinceMs === null ? current.bestStill : null];
    const isStable = stable !== null && seenTime.nowMs() - stable.sinceMs >= stableMs;
    if (isStable && bestStill) return [scan(current, { ...bestStill, objects: stillness.standing() }, "stable")];
    return hasWaited(monotonicMs) ? scanBest("waited") : [];
  };

  return {
    /** Returns the state of the visit; null while no load is in view. */
    visit: (): VisitState | null => visit && describeVisit(visit),
    /** Returns true if the view is empty, without even an object too new to be a load. */
    isEmpty: () => visit === null,
    /** Loads seen so far. */
    visitCount: () => visitCount,

    /** Takes in one frame in order of capture; `makeCandidate` is called only where its picture may be needed. */
    observe(
      objects: readonly SeenObject[],
      monotonicMs: number,
      makeCandidate: () => Candidate<Picture>,
    ): ScanDecision<Picture>[] {
      const seenMs = seenTime.advance(monotonicMs);
      if (visit && seenTime.isAfterGap()) visit.isConfirmed = false;
      const present = roster.see(objects, seenMs);
      stillness.update(seenMs);
      if (present.size === 0) {
        if (!visit || seenMs - visit.lastPresentMs < goneMs) return [];
        const decisions = scanBest("left");
        visit = null;
        roster.keep(present);
        return decisions;
      }
      visit = meet(visit, present, { monotonicMs, seenMs });
      const decisions: ScanDecision<Picture>[] = [];
      const isOver = isReplaced(visit, stillness.standing(), seenMs, goneMs);
      followTimes(visit, stillness.standing(), { atMs: monotonicMs, unseenMs });
      if (isOver) {
        decisions.push(...scanBest("left"));
        roster.keep(stillness.standing());
        visit = { ...beginVisit(monotonicMs, seenMs), fromMs: visit.differentFromMs ?? monotonicMs };
      }
      noteProven(visit, roster.standing(seenMs), settings);
      countLoad(visit);
      if (visit.scanned) return decisions;
      const [speed, stable] = [stillness.speedShare(seenMs), stillness.stable()];
      keepBetterPicture(visit, { objects: present, makeCandidate, speed, stable });
      return [...decisions, ...decide(visit, monotonicMs)];
    },

    /**
     * Returns the scan of a load that must not wait for the camera to return; call it regularly while no frames come.
     */
    tick: (monotonicMs: number): ScanDecision<Picture>[] => (hasWaited(monotonicMs) ? scanBest("waited") : []),

    /** The agent stops: a load that was not scanned yet is, from the best picture. */
    stop: (): ScanDecision<Picture>[] => scanBest("stopping"),
  };
}

/** Time in which the camera was seen, milliseconds: a gap counts as one step of at most `maxStepMs`. */
function createSeenTime(maxStepMs: number, unseenMs: number) {
  let seenMs = 0;
  let isAfterGap = false;
  let lastMonotonicMs: number | null = null;
  return {
    nowMs: () => seenMs,
    /** True where the picture before the newest one is longer ago than `unseenMs`. */
    isAfterGap: () => isAfterGap,
    advance(monotonicMs: number): number {
      lastMonotonicMs ??= monotonicMs;
      isAfterGap = monotonicMs - lastMonotonicMs > unseenMs;
      seenMs += Math.min(maxStepMs, Math.max(0, monotonicMs - lastMonotonicMs));
      lastMonotonicMs = Math.max(monotonicMs, lastMonotonicMs);
      return seenMs;
    },
  };
}

function beginVisit<Picture>(startedMs: number, seenMs: number): Visit<Picture> {
  return {
    ...beginTimes(startedMs),
    number: 0,
    startedMs,
    lastPresentMs: seenMs,
    proven: new Set(),
    best: null,
    bestStill: null,
    scanned: null,
  };
}

/** Begins or continues a visit with what a picture shows. */
function meet<Picture>(
  visit: Visit<Picture> | null,
  present: Areas,
  { monotonicMs, seenMs }: { monotonicMs: number; seenMs: number },
): Visit<Picture> {
  // What was seen before a gap and was no load yet may have left.
  const isForgotten = !visit || (!visit.isConfirmed && !isLoad(visit));
  const met = isForgotten ? beginVisit<Picture>(monotonicMs, seenMs) : visit;
  met.lastPresentMs = seenMs;
  meetObjects(met, present, monotonicMs);
  return met;
}

function describeVisit(visit: Visit<unknown>): VisitState | null {
  const { number, scanned, startedMs, fromMs, toMs } = visit;
  return isLoad(visit) ? { number, state: scanned ? "scanned" : "settling", startedMs, fromMs, toMs } : null;
}

const isLoad = ({ number }: Visit<unknown>) => number > 0;

function scan<Picture>(of: Visit<Picture>, kept: Kept<Picture>, reason: ScanReason): ScanDecision<Picture> {
  of.scanned = kept.objects;
  of.own = new Map([...of.own, ...kept.objects]);
  of.best = null;
  of.bestStill = null;
  return { picture: kept.picture, reason, visit: of.number };
}

/** Returns true if another load has replaced the visit's for `goneMs`; notes the time since which it has. */
function isReplaced(visit: Visit<unknown>, standing: Areas, seenMs: number, goneMs: number): boolean {
  visit.differentSinceMs = isOtherLoad(visit, standing) ? (visit.differentSinceMs ?? seenMs) : null;
  return visit.differentSinceMs !== null && seenMs - visit.differentSinceMs >= goneMs;
}

/**
 * Returns true if another load than the visit's is present: little of it was scanned, or the unscanned load is
 * missing.
 */
function isOtherLoad({ scanned, best, proven, isConfirmed }: Visit<unknown>, standing: Areas): boolean {
  if (standing.size === 0) return false;
  if (!isConfirmed) return true;
  if (scanned) return sharedAreaPart(standing, scanned) < SAME_LOAD_PART;
  return best !== null && isMissing(best.objects, proven, standing);
}

/** Returns true if the proven ones of these objects are mostly not among the others; false if none is proven. */
function isMissing(objects: Areas, proven: ReadonlySet<number>, others: Areas): boolean {
  const kept = new Map([...objects].filter(([key]) => proven.has(key)));
  return sharedAreaPart(kept, others) < SAME_LOAD_PART;
}

function noteProven({ proven }: Visit<unknown>, standing: readonly Member[], settings: VisitSettings): void {
  const leastFrames = (1 + settings.minimumPresenceMs / settings.frameIntervalMs) * PROVEN_FRAMES_PART;
  for (const { key, frames } of standing) if (frames >= leastFrames) proven.add(key);
}

/** Keeps a frame's picture where it is better than the visit's best, of the whole visit or since the load is still. */
function keepBetterPicture<Picture>(
  visit: Visit<Picture>,
  frame: { objects: Areas; makeCandidate: () => Candidate<Picture>; speed: number; stable: { sinceMs: number } | null },
): void {
  const { best } = visit;
  const { objects, stable } = frame;
  // A load that leaves keeps its own best picture: it may still have to be scanned.
  if (best && isMissing(best.objects, visit.proven, objects)) return;
  const { picture, quality } = frame.makeCandidate();
  const kept = { picture, quality: quality / (1 + frame.speed), objects };
  if (!best || kept.quality > best.quality) visit.best = kept;
  if (!stable) return;
  const still = visit.bestStill?.stableSinceMs === stable.sinceMs ? visit.bestStill : null;
  if (!still || kept.quality > still.quality) visit.bestStill = { ...kept, stableSinceMs: stable.sinceMs };
}
