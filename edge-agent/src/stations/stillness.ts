import { type Areas, areasOf, type Roster, sharedAreaPart } from "./roster.ts";

/** Part of a load, by area, that must be still: parts that flicker or tremble are small or doubtful. */
const STABLE_PART = 0.75;

/** Tracks the objects in front of the camera, and since when they have been the same and still. */
export function createStillness(roster: Roster, maxSpeedPerSecond: number) {
  let standing: Areas = new Map();
  /** Null while the objects move or none is in view. */
  let stable: { sinceMs: number; objects: Areas } | null = null;
  return {
    standing: () => standing,
    stable: (): { sinceMs: number } | null => stable,
    /** The mean speed in units of the greatest that counts as still; a new object of unknown speed counts as fast. */
    speedShare: (seenMs: number) =>
      (roster.motion(seenMs, maxSpeedPerSecond)?.meanSpeed ?? Infinity) / maxSpeedPerSecond,
    update(seenMs: number): void {
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
    },
  };
}
