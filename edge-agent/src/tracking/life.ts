import type { Box } from "../base/pictures/box.ts";
import type { Detection } from "../inference/detections.ts";
import { type BoxFilter, filterBox, holdHeight, predictFilter, startFilter, updateFilter } from "./kalman.ts";
import type { Track } from "./track.ts";

/** The tracker's timeline: milliseconds since its first frame, and the wall-clock time of the same frame. */
export type Moment = { elapsedMs: number; capturedAtMs: number };

/** A thing followed from its first sight to its end; the tracker replaces it frame by frame. */
export type Life = {
  /** Null until it is confirmed. */
  trackingId: number | null;
  state: "tracked" | "lost";
  filter: BoxFilter;
  /** The last detection assigned, and when. */
  detection: Detection;
  first: Moment;
  last: Moment;
  hitCount: number;
  /** Sum of confidences by class. */
  votes: ReadonlyMap<string, number>;
};

/** A life that begins with a detection. */
export function beginLife(detection: Detection, now: Moment): Life {
  return {
    trackingId: null,
    state: "tracked",
    filter: startFilter(detection.box),
    detection,
    first: now,
    last: now,
    hitCount: 1,
    votes: vote(new Map(), detection),
  };
}

/** Predicts the life `frames` nominal frames ahead. */
export function predictLife(life: Life, frames: number): Life {
  const filter = life.state === "lost" ? holdHeight(life.filter) : life.filter;
  return { ...life, filter: predictFilter(filter, frames) };
}

/** Seen again, or still. */
export function seeLife(life: Life, detection: Detection, now: Moment): Life {
  return {
    ...life,
    state: "tracked",
    filter: updateFilter(life.filter, detection.box, detection.confidence),
    detection,
    last: now,
    hitCount: life.hitCount + 1,
    votes: vote(life.votes, detection),
  };
}

/** Marks a life as not seen in this frame. */
export function loseLife(life: Life): Life {
  return { ...life, state: "lost" };
}

/** The track of a confirmed life; null before. */
export function describeLife(life: Life, now: Moment): Track | null {
  if (life.trackingId === null) return null;
  const [className] = [...life.votes].reduce((best, entry) => (entry[1] > best[1] ? entry : best));
  const detection = life.state === "tracked" && life.last === now ? life.detection : null;
  const estimate = filterBox(life.filter);
  return {
    trackingId: life.trackingId,
    className,
    confidence: life.detection.confidence,
    box: detection ? midway(estimate, detection.box) : estimate,
    detection,
    state: life.state,
    firstSeenMs: life.first.capturedAtMs,
    lastSeenMs: life.last.capturedAtMs,
    hitCount: life.hitCount,
  };
}

/** The estimate lags behind what brakes, the detection jitters: the middle is nearer to the truth than both. */
function midway(a: Box, b: Box): Box {
  return { x1: (a.x1 + b.x1) / 2, y1: (a.y1 + b.y1) / 2, x2: (a.x2 + b.x2) / 2, y2: (a.y2 + b.y2) / 2 };
}

function vote(votes: ReadonlyMap<string, number>, { className, confidence }: Detection): Map<string, number> {
  return new Map(votes).set(className, (votes.get(className) ?? 0) + confidence);
}
