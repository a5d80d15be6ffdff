import { createMotionDetector } from "./detect-motion.ts";
import type { GreyPicture } from "./grey-picture.ts";

export type MotionSettings = {
  /** The gate opens when this share of the picture has changed, percent. */
  minimumAreaPercent: number;
  /** Interval in seconds at which one picture passes while nothing moves. */
  lookEverySeconds: number;
};

/** Decides which pictures of a camera are worth processing. Times are those of the pictures, milliseconds. */
export type MotionGate = {
  /** Sets whether the view is empty, as far as is known; the gate may close only then. */
  setIdle(isIdle: boolean): void;
  /** Returns true if `admits` must be called for the picture of this time; otherwise it can be left out. */
  isDue(ptsMs: number): boolean;
  /** Returns true if the picture passes. */
  admits(grey: GreyPicture, ptsMs: number): boolean;
  isOpen(): boolean;
};

/** Width of the pictures that motion is looked for in. */
export const GREY_WIDTH_PIXELS = 128;
/** Time in ms for which the gate stays open after the last motion, so that several pictures show the arrival. */
const HOLD_MS = 3_000;
/** Interval in ms between checks while nothing moves; five per second notice an arrival within 300 ms. */
const LOOK_INTERVAL_MS = 190;

/**
 * Lets pass every picture while something is in view or moves, and for some seconds after; otherwise one picture now
 * and then, so that what came unnoticed is found. The background is learned from all pictures looked at.
 */
export function createMotionGate({ minimumAreaPercent, lookEverySeconds }: MotionSettings): MotionGate {
  const detector = createMotionDetector();
  let isIdle = false;
  let lastLookMs: number | null = null;
  let lastAdmittedMs = -Infinity;
  let openUntilMs = Infinity;

  return {
    setIdle(next) {
      // It stays open for as long as after motion.
      if (next && !isIdle && lastLookMs !== null) openUntilMs = lastLookMs + HOLD_MS;
      isIdle = next;
    },
    isDue: (ptsMs) => !isIdle || ptsMs < openUntilMs || lastLookMs === null || ptsMs - lastLookMs >= LOOK_INTERVAL_MS,
    admits(grey, ptsMs) {
      const { changedPercent, isLightStep } = detector.observe(grey, (ptsMs - (lastLookMs ?? ptsMs)) / 1_000);
      lastLookMs = ptsMs;
      if (changedPercent >= minimumAreaPercent || isLightStep) openUntilMs = Math.max(openUntilMs, ptsMs + HOLD_MS);
      if (isIdle && openUntilMs === Infinity) openUntilMs = ptsMs + HOLD_MS;
      const isDue = ptsMs - lastAdmittedMs >= lookEverySeconds * 1_000;
      const passes = !isIdle || ptsMs < openUntilMs || isDue;
      if (passes) lastAdmittedMs = ptsMs;
      return passes;
    },
    isOpen: () => !isIdle || (lastLookMs ?? 0) < openUntilMs,
  };
}
