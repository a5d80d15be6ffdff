import { intersectionOverUnion } from "../base/pictures/box.ts";
import type { Detection, Detections } from "../inference/detections.ts";
import { assign } from "./assignment.ts";
import { followCamera } from "./camera-motion.ts";
import { certainCost, confirmedCost, type Cost, overlapCost, returnCost } from "./costs.ts";
import { filterBox } from "./kalman.ts";
import { beginLife, describeLife, type Life, type Moment, loseLife, predictLife, seeLife } from "./life.ts";
import type { Track, TrackedFrame } from "./track.ts";

/** The tracker also uses findings that are too weak for a scan: the models must hand on those from here on. */
export const TRACKING_CONFIDENCE = 0.1;

/** ByteTrack's parameters; confidences and thresholds are 0..1. */
export type TrackerSettings = {
  /** Detections from here on are matched first, default 0.25. */
  highConfidence?: number | undefined;
  /**
   * Detections above it keep alive a track that nothing better was found for, default 0.1. The model must hand them on.
   */
  lowConfidence?: number | undefined;
  /** Unmatched detections from here on start tracks, default 0.25. */
  newTrackConfidence?: number | undefined;
  /** Greatest cost of a first match, 0..1, default 0.7; see `confirmedCost`. */
  matchThreshold?: number | undefined;
  /** Time that a track may be unseen before it ends, default 1000 ms. */
  bufferMs?: number | undefined;
};

/** Follows the things of one camera. */
export type Tracker = {
  /**
   * Takes in one frame's detections, in order of capture. The time between frames is that of `monotonicMs`; a clock
   * that jumps back counts as no time passed. Every confirmed track is in `ended` once.
   */
  update(detections: Pick<Detections, "items">, time: { capturedAtMs: number; monotonicMs: number }): TrackedFrame;
};

/** ByteTrack's parameters are made for 30 frames a second; motion is reckoned in these. */
const NOMINAL_FRAME_MS = 1000 / 30;
const LOW_MATCH_THRESHOLD = 0.5;
const UNCONFIRMED_MATCH_THRESHOLD = 0.7;
/** Cost limit at the place where an object was last seen, if not found as expected: boxes must overlap by 0.3. */
const RETURN_MATCH_THRESHOLD = 0.7;
const DUPLICATE_IOU = 0.85;
/** A step between two frames longer than this many buffers is an outage: no track lives through it. */
const LONGEST_STEP_BUFFERS = 30;

/**
 * Creates a tracker after ByteTrack (Zhang et al., ECCV 2022) that uses real time. It searches farther if a prediction
 * is uncertain, searches again where an object was last seen (as OC-SORT does), and follows the camera's own motion;
 * the benefit of each is listed in deploy/docs/decisions/0019-tracking.md.
 */
export function createTracker(settings: TrackerSettings = {}): Tracker {
  const { highConfidence = 0.25, lowConfidence = TRACKING_CONFIDENCE, newTrackConfidence = 0.25 } = settings;
  const { matchThreshold = 0.7, bufferMs = 1000 } = settings;
  let lives: Life[] = [];
  let elapsedMs = 0;
  let lastMonotonicMs: number | null = null;
  let lastTrackingId = 0;

  const confirm = (life: Life): Life => {
    if (life.trackingId !== null) return life;
    lastTrackingId += 1;
    return { ...life, trackingId: lastTrackingId };
  };

  return {
    update({ items }, { capturedAtMs, monotonicMs }) {
      const isFirstFrame = lastMonotonicMs === null;
      const stepMs = Math.max(0, monotonicMs - (lastMonotonicMs ?? monotonicMs));
      lastMonotonicMs = monotonicMs;
      elapsedMs += stepMs;
      const now: Moment = { elapsedMs, capturedAtMs };
      const high = items.filter(({ confidence }) => confidence >= highConfidence);
      const low = items.filter(({ confidence }) => confidence > lowConfidence && confidence < highConfidence);

      const isOver = ({ state, last }: Life) =>
        elapsedMs - last.elapsedMs > (state === "lost" ? bufferMs : bufferMs * LONGEST_STEP_BUFFERS);
      const expected = lives
        .filter((life) => !isOver(life))
        .map((life) => predictLife(life, stepMs / NOMINAL_FRAME_MS));
      const predicted = followCamera(expected, high);
      const confirmed = predicted.filter(({ trackingId }) => trackingId !== null);
      const unconfirmed = predicted.filter(({ trackingId }) => trackingId === null);

      const first = match(confirmed, high, confirmedCost, matchThreshold, now);
      const [tracked, lost] = split(first.unmatched, ({ state }) => state === "tracked");
      const second = match(tracked, low, overlapCost, LOW_MATCH_THRESHOLD, now);
      const returned = match([...second.unmatched, ...lost], first.left, returnCost, RETURN_MATCH_THRESHOLD, now);
      const third = match(unconfirmed, returned.left, certainCost, UNCONFIRMED_MATCH_THRESHOLD, now);
      const strong = third.left.filter(({ confidence }) => confidence >= newTrackConfidence);
      const begun = strong.map((detection) => beginLife(detection, now));

      const [unseen, over] = split(returned.unmatched.map(loseLife), (life) => !isOver(life));
      const seen = [
        ...first.seen,
        ...second.seen,
        ...returned.seen,
        ...third.seen.map(confirm),
        ...(isFirstFrame ? begun.map(confirm) : begun),
      ];
      const { kept, dropped } = dropDuplicates(seen, unseen);
      const ended = [...lives.filter(isOver), ...over, ...dropped].map(loseLife);
      lives = kept;
      return { capturedAtMs, monotonicMs, tracks: describe(lives, now), ended: describe(ended, now) };
    },
  };
}

/** One association: who was seen, which lives and which detections stay without the other. */
function match(lives: Life[], detections: Detection[], cost: Cost, limit: number, now: Moment) {
  const { pairs, freeRows, freeColumns } = assign(lives, detections, cost, limit);
  return {
    seen: pairs.map(([life, detection]) => seeLife(life, detection, now)),
    unmatched: freeRows,
    left: freeColumns,
  };
}

/** Drops one of a seen and a lost life that cover the same place; the one that was in sight for longer stays. */
function dropDuplicates(seen: Life[], lost: Life[]): { kept: Life[]; dropped: Life[] } {
  const inSightMs = ({ first, last }: Life) => last.elapsedMs - first.elapsedMs;
  const dropped = new Set<Life>();
  for (const one of seen) {
    for (const other of lost) {
      if (intersectionOverUnion(filterBox(one.filter), filterBox(other.filter)) <= DUPLICATE_IOU) continue;
      dropped.add(inSightMs(one) > inSightMs(other) ? other : one);
    }
  }
  return { kept: [...seen, ...lost].filter((life) => !dropped.has(life)), dropped: [...dropped] };
}

/** The confirmed ones among these, oldest first: ids are given in the order of first sight. */
function describe(lives: Life[], now: Moment): Track[] {
  return lives.flatMap((life) => describeLife(life, now) ?? []).toSorted((a, b) => a.trackingId - b.trackingId);
}

function split<T>(items: T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
