import { type Areas, sharedAreaPart } from "./roster.ts";

/**
 * Below this part, by area, a load is another one. By area, because small things flicker and are mistaken most, and a
 * thing in the background that is taken for cargo must not hold a visit open.
 */
export const SAME_LOAD_PART = 0.5;

/** The time in which the load of a visit was in view, from its first picture to its last. */
export type VisitTimes = {
  fromMs: number;
  toMs: number;
  /** The objects of the load; empty until one counts. */
  own: Areas;
  /** The first of the newest pictures that show mostly other objects; null if the newest shows the load. */
  strangersFromMs: number | null;
  /** False after a gap in the pictures, until the load is seen again: another one may stand there. */
  isConfirmed: boolean;
  /** Time since which another load is present, and that of its first picture; null if none is. */
  differentSinceMs: number | null;
  differentFromMs: number | null;
};

export const beginTimes = (atMs: number): VisitTimes => ({
  fromMs: atMs,
  toMs: atMs,
  own: new Map(),
  strangersFromMs: null,
  isConfirmed: true,
  differentSinceMs: null,
  differentFromMs: null,
});

/** Takes in the objects of a picture, before it is known which load they are of. */
export function meetObjects(times: VisitTimes, present: Areas, atMs: number): void {
  const isOwn = times.own.size === 0 || sharedAreaPart(present, times.own) >= SAME_LOAD_PART;
  if (isOwn) times.isConfirmed = true;
  times.strangersFromMs = isOwn ? null : (times.strangersFromMs ?? atMs);
}

/** A load is in view as long as its own objects are, and another one is from the first picture that shows it. */
export function followTimes(
  times: VisitTimes,
  standing: Areas,
  { atMs, unseenMs }: { atMs: number; unseenMs: number },
): void {
  if (times.differentSinceMs !== null) {
    times.differentFromMs ??= times.strangersFromMs ?? atMs - unseenMs;
    times.toMs = Math.min(times.toMs, times.differentFromMs);
    return;
  }
  times.differentFromMs = null;
  if (times.strangersFromMs !== null) return;
  times.toMs = atMs;
  times.own = new Map([...times.own, ...standing]);
}
