import type { Box } from "../base/pictures/box.ts";

/** One coordinate and its velocity: mean and covariance [[p, c], [c, v]]. */
type Axis = { position: number; velocity: number; p: number; c: number; v: number };

/**
 * The Kalman filter of ByteTrack: box centre x, y, aspect (width / height), height, and the velocity of each, in pixels
 * and pixels per nominal frame. All of its noises are diagonal and its motion couples each coordinate with its own
 * velocity only, so the 8 × 8 filter falls apart, exactly, into four of 2 × 2; kalman.test.ts holds it against the
 * dense equations.
 */
export type BoxFilter = { x: Axis; y: Axis; aspect: Axis; height: Axis };

/**
 * Noise weights: a share of the height per frame. Measurements are as noisy as in ByteTrack; positions and velocities
 * change half as much by themselves, so that a motion estimate outlives an occlusion.
 */
const MEASUREMENT_WEIGHT = 1 / 20;
const POSITION_WEIGHT = 1 / 40;
const VELOCITY_WEIGHT = 1 / 320;
const FIRST_VELOCITY_WEIGHT = 1 / 16;
const ASPECT_POSITION_STD = 1e-2;
const ASPECT_VELOCITY_STD = 1e-5;
const ASPECT_MEASUREMENT_STD = 1e-1;
/** Confidence at which a box is as noisy as ByteTrack takes every box to be. */
const USUAL_CONFIDENCE = 0.3;
/** A long prediction of a shrinking box must not turn it inside out. */
const LEAST_HEIGHT = 1;
const LEAST_ASPECT = 1e-2;

/** A filter that has seen one box and knows nothing of its motion. */
export function startFilter(box: Box): BoxFilter {
  const { x, y, aspect, height } = measure(box);
  const start = (position: number, positionStd: number, velocityStd: number): Axis => {
    return { position, velocity: 0, p: positionStd ** 2, c: 0, v: velocityStd ** 2 };
  };
  const positionStd = 2 * MEASUREMENT_WEIGHT * height;
  const velocityStd = FIRST_VELOCITY_WEIGHT * height;
  return {
    x: start(x, positionStd, velocityStd),
    y: start(y, positionStd, velocityStd),
    aspect: start(aspect, ASPECT_POSITION_STD, ASPECT_VELOCITY_STD),
    height: start(height, positionStd, velocityStd),
  };
}

/**
 * Moves the filter on by `frames` nominal frames (any real number from 0). For a whole number n this is n predictions
 * of ByteTrack in a row; its noise is the polynomial through these, so two steps of a and b always equal one of a + b
 * and the standard noise weights keep their meaning at every frame rate: p = n·q + w·n(n−1)(2n−1)/6, c = w·n(n−1)/2, v
 * = n·w for position noise q and velocity noise w per nominal frame.
 */
export function predictFilter(filter: BoxFilter, frames: number): BoxFilter {
  const positionStd = POSITION_WEIGHT * filter.height.position;
  const velocityStd = VELOCITY_WEIGHT * filter.height.position;
  const height = predictAxis(filter.height, frames, positionStd, velocityStd);
  const aspect = predictAxis(filter.aspect, frames, ASPECT_POSITION_STD, ASPECT_VELOCITY_STD);
  return {
    x: predictAxis(filter.x, frames, positionStd, velocityStd),
    y: predictAxis(filter.y, frames, positionStd, velocityStd),
    aspect: { ...aspect, position: Math.max(aspect.position, LEAST_ASPECT) },
    height: { ...height, position: Math.max(height.position, LEAST_HEIGHT) },
  };
}

/**
 * Updates the filter with a box seen at the filter's current time. The less confident a detection (0..1), the noisier
 * its box (as in StrongSORT).
 */
export function updateFilter(filter: BoxFilter, box: Box, confidence: number): BoxFilter {
  const seen = measure(box);
  const noise = 1 + USUAL_CONFIDENCE - confidence;
  const std = noise * MEASUREMENT_WEIGHT * filter.height.position;
  return {
    x: updateAxis(filter.x, seen.x, std),
    y: updateAxis(filter.y, seen.y, std),
    aspect: updateAxis(filter.aspect, seen.aspect, noise * ASPECT_MEASUREMENT_STD),
    height: updateAxis(filter.height, seen.height, std),
  };
}

/** Returns a copy of the filter, moved by these pixels, with the same velocities. */
export function shiftFilter(filter: BoxFilter, dx: number, dy: number): BoxFilter {
  const shift = (axis: Axis, by: number): Axis => ({ ...axis, position: axis.position + by });
  return { ...filter, x: shift(filter.x, dx), y: shift(filter.y, dy) };
}

/** A copy of the filter with a constant height: an unseen object is assumed neither to grow nor to shrink. */
export function holdHeight(filter: BoxFilter): BoxFilter {
  return { ...filter, height: { ...filter.height, velocity: 0 } };
}

/** The box that the filter believes in; it may reach beyond the picture. */
export function filterBox({ x, y, aspect, height }: BoxFilter): Box {
  const halfHeight = Math.max(height.position, LEAST_HEIGHT) / 2;
  const halfWidth = halfHeight * Math.max(aspect.position, LEAST_ASPECT);
  return {
    x1: x.position - halfWidth,
    y1: y.position - halfHeight,
    x2: x.position + halfWidth,
    y2: y.position + halfHeight,
  };
}

function measure({ x1, y1, x2, y2 }: Box) {
  return { x: (x1 + x2) / 2, y: (y1 + y2) / 2, aspect: (x2 - x1) / (y2 - y1), height: y2 - y1 };
}

function predictAxis(axis: Axis, frames: number, positionStd: number, velocityStd: number): Axis {
  const { position, velocity, p, c, v } = axis;
  const q = positionStd ** 2;
  const w = velocityStd ** 2;
  return {
    position: position + frames * velocity,
    velocity,
    p: p + 2 * frames * c + frames ** 2 * v + frames * q + (w * frames * (frames - 1) * (2 * frames - 1)) / 6,
    c: c + frames * v + (w * frames * (frames - 1)) / 2,
    v: v + frames * w,
  };
}

function updateAxis(axis: Axis, seen: number, std: number): Axis {
  const { position, velocity, p, c, v } = axis;
  const spread = p + std ** 2;
  const surprise = seen - position;
  return {
    position: position + (p / spread) * surprise,
    velocity: velocity + (c / spread) * surprise,
    p: p - (p * p) / spread,
    c: c - (p * c) / spread,
    v: v - (c * c) / spread,
  };
}
