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

/** Moves the belief on by so many nominal frames. */
export function predictLife(life: Life, frames: number): Life {
  const filter = life.state === "lost" ? holdHeight(life.filter) : life.filter;
  return { ...life, filter: predictFilter(filter, frames) };
}

/** Seen again, or still. */
export function seeLife(life: Life, detection: Detection, now: Moment): Life {
  return {
    ...life,
    state: "tracked",
    filter: updateFilter(life.filter, detection.box),
    detection,
    last: now,
    hitCount: life.hitCount + 1,
    votes: vote(life.votes, detection),
  };
}

/** Not seen in this frame. */
export function loseLife(life: Life): Life {
  return { ...life, state: "lost" };
}

/** The track of a confirmed life; null before. */
export function describeLife(life: Life, now: Moment): Track | null {
  if (life.trackingId === null) return null;
  const [className] = [...life.votes].reduce((best, entry) => (entry[1] > best[1] ? entry : best));
  return {
    trackingId: life.trackingId,
    className,
    confidence: life.detection.confidence,
    box: filterBox(life.filter),
    detection: life.state === "tracked" && life.last === now ? life.detection : null,
    state: life.state,
    firstSeenMs: life.first.capturedAtMs,
    lastSeenMs: life.last.capturedAtMs,
    hitCount: life.hitCount,
  };
}

function vote(votes: ReadonlyMap<string, number>, { className, confidence }: Detection): Map<string, number> {
  return new Map(votes).set(className, (votes.get(className) ?? 0) + confidence);
}
