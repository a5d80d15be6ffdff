import type { GreyPicture } from "./grey-picture.ts";

export type Motion = {
  /** Share of the picture that differs from the usual background, percent. */
  changedPercent: number;
  /** True if the light changed too much at once for differences to mean anything. */
  isLightStep: boolean;
};

/** Time constant, in seconds, with which stationary objects become background. */
const BACKGROUND_SECONDS = 10;
/** Time constant, in seconds, with which the usual noise of a pixel is learned. */
const NOISE_SECONDS = 20;
/** Smallest difference in grey levels that counts, however quiet the picture is. */
const MINIMUM_LEVELS = 6;
/** Multiple of its usual noise by which a changed pixel differs. */
const NOISE_FACTOR = 4.5;
const FIRST_NOISE_LEVELS = 2;
/** Mean change of the light between two pictures that is followed, in grey levels. */
const MAX_LIGHT_STEP_LEVELS = 15;
/** Interval of the pixels from which the change of the light is estimated. */
const FIT_STEP = 3;

/**
 * Compares each picture with a running background. The light of the whole picture may change (dawn, automatic
 * exposure): that is estimated, robustly against objects, and followed. Each pixel has its own threshold, a multiple
 * of its usual noise, so that rain, leaves and a noisy night raise it locally. A changed pixel without changed
 * neighbours does not count, nor does a hidden one. `observe` takes the time since the previous picture.
 */
export function createMotionDetector() {
  let background = new Float32Array(0);
  let noise = new Float32Array(0);
  let changed = new Uint8Array(0);

  const restart = ({ levels }: GreyPicture): void => {
    background = Float32Array.from(levels);
    noise = new Float32Array(levels.length).fill(FIRST_NOISE_LEVELS);
    changed = new Uint8Array(levels.length);
  };

  return {
    observe(picture: GreyPicture, sinceSeconds: number): Motion {
      const { levels, widthPixels, hidden } = picture;
      if (background.length !== levels.length) restart(picture);
      const light = fitLight(background, picture);
      const learn = 1 - Math.exp(-sinceSeconds / BACKGROUND_SECONDS);
      const learnNoise = 1 - Math.exp(-sinceSeconds / NOISE_SECONDS);
      let step = 0;
      for (let at = 0; at < levels.length; at += 1) {
        if (hidden?.[at]) continue;
        const before = background[at] ?? 0;
        const expected = light.gain * before + light.offset;
        const difference = (levels[at] ?? 0) - expected;
        const distance = Math.abs(difference);
        const usual = noise[at] ?? 0;
        changed[at] = distance > Math.max(MINIMUM_LEVELS, NOISE_FACTOR * usual) ? 1 : 0;
        background[at] = expected + learn * difference;
        // What passes is no noise: an object raises it slowly.
        noise[at] = usual + learnNoise * (Math.min(distance, 3 * usual + 1) - usual);
        step += Math.abs(expected - before);
      }
      const count = countConnected(changed, widthPixels);
      return {
        changedPercent: (100 * count) / levels.length,
        isLightStep: step / levels.length > MAX_LIGHT_STEP_LEVELS,
      };
    },
  };
}

/** `levels` ≈ gain × background + offset, by least squares; pixels that fit badly (objects) are left out next time. */
function fitLight(background: Float32Array, { levels, hidden }: GreyPicture): { gain: number; offset: number } {
  let [gain, offset, limit] = [1, 0, Infinity];
  for (let round = 0; round < 4; round += 1) {
    let [count, sumX, sumY, sumXX, sumXY, sumDistance] = [0, 0, 0, 0, 0, 0];
    for (let at = 0; at < levels.length; at += FIT_STEP) {
      if (hidden?.[at]) continue;
      const [x, y] = [background[at] ?? 0, levels[at] ?? 0];
      const distance = Math.abs(y - gain * x - offset);
      if (distance > limit) continue;
      count += 1;
      sumX += x;
      sumY += y;
      sumXX += x * x;
      sumXY += x * y;
      sumDistance += distance;
    }
    if (count === 0) break;
    const [meanX, meanY] = [sumX / count, sumY / count];
    const variance = sumXX / count - meanX * meanX;
    // An even picture shows nothing of the gain.
    const slope = variance < 4 ? 1 : (sumXY / count - meanX * meanY) / variance;
    gain = Math.min(2, Math.max(0.5, slope));
    offset = meanY - gain * meanX;
    limit = Math.max(2, (1.5 * sumDistance) / count);
  }
  return { gain, offset };
}

/** Changed pixels of which at least two of the four neighbours have changed as well. */
function countConnected(changed: Uint8Array, widthPixels: number): number {
  let count = 0;
  for (let at = widthPixels; at < changed.length - widthPixels; at += 1) {
    if (changed[at] === 0) continue;
    const beside = (changed[at - 1] ?? 0) + (changed[at + 1] ?? 0);
    const above = (changed[at - widthPixels] ?? 0) + (changed[at + widthPixels] ?? 0);
    if (beside + above >= 2) count += 1;
  }
  return count;
}
