import { createMotionDetector } from "./detect-motion.ts";
import type { GreyPicture } from "./grey-picture.ts";

export type MotionSettings = {
  /** The gate opens when this share of the picture has changed, percent. */
  minimumAreaPercent: number;
  /** While nothing moves, one picture passes after so many seconds. */
  lookEverySeconds: number;
};

/** Decides which pictures of a camera are worth processing. Times are those of the pictures, milliseconds. */
export type MotionGate = {
  /** Whether nothing is there, as far as is known: only then the gate may close. */
  setIdle(isIdle: boolean): void;
  /** Whether `admits` is to be asked about the picture of this time; otherwise it can be left out. */
  isDue(ptsMs: number): boolean;
  /** Whether the picture passes. */
  admits(grey: GreyPicture, ptsMs: number): boolean;
  isOpen(): boolean;
};

/** Width of the pictures that motion is looked for in. */
export const GREY_WIDTH_PIXELS = 128;
/** After the last motion, the gate stays open for so long: whatever came is to be seen in several pictures. */
const HOLD_MS = 3_000;
/** While nothing moves, five looks a second are enough to notice within 300 ms what comes. */
const LOOK_INTERVAL_MS = 190;

/**
 * Lets pass every picture while something is there or moves, and for some seconds after; otherwise one picture now and
 * then, so that what came unnoticed is found. The background is learned from all pictures looked at.
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
