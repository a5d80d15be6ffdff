import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BoxFilter, filterBox, predictFilter, shiftFilter, startFilter, updateFilter } from "./kalman.ts";

const box = (x: number, y: number, width: number, height: number) => ({ x1: x, y1: y, x2: x + width, y2: y + height });
const BOX = box(100, 50, 40, 80);
const CONFIDENCE = 0.6;

describe("the filter", () => {
  test("equals the dense 8 × 8 equations over predictions and updates", () => {
    const seen = [box(104, 51, 41, 80), box(109, 53, 40, 82), box(113, 52, 43, 79), box(118, 55, 42, 81)];
    let filter = startFilter(BOX);
    let dense = startDense(BOX);
    for (const next of seen) {
      filter = updateFilter(predictFilter(filter, 1), next, CONFIDENCE);
      dense = updateDense(predictDense(dense), next);
    }
    const axes = axesOf(filter);
    expect(axes.map(({ position }) => position)).toEqual(dense.mean.slice(0, 4).map(near));
    expect(axes.map(({ velocity }) => velocity)).toEqual(dense.mean.slice(4).map(near));
    for (const [index, { p, c, v }] of axes.entries()) {
      const { covariance } = dense;
      expect([p, c, v]).toEqual(
        [covariance[index]![index]!, covariance[index]![index + 4]!, covariance[index + 4]![index + 4]!].map(near),
      );
    }
  });

  test("predicts n frames at once as it would one by one", () => {
    const moving = updateFilter(predictFilter(startFilter(BOX), 1), box(110, 55, 40, 80), CONFIDENCE);
    let oneByOne = still(moving);
    for (let frame = 0; frame < 15; frame += 1) oneByOne = predictFilter(oneByOne, 1);
    expect(numbersOf(predictFilter(still(moving), 15))).toEqual(numbersOf(oneByOne).map(near));
  });

  test("comes to the same belief however the time between two sights is cut", () => {
    const frames = fc.double({ min: 0, max: 40, noNaN: true });
    const moving = still(updateFilter(predictFilter(startFilter(BOX), 1), box(110, 55, 40, 80), CONFIDENCE));
    fc.assert(
      fc.property(frames, frames, (a, b) => {
        const twice = predictFilter(predictFilter(moving, a), b);
        expect(numbersOf(twice)).toEqual(numbersOf(predictFilter(moving, a + b)).map(near));
      }),
    );
  });

  test("keeps a covariance that is one: variances positive, c² below p·v", () => {
    const step = fc.record({
      frames: fc.double({ min: 0, max: 60, noNaN: true }),
      dx: fc.integer({ min: -50, max: 50 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let filter = startFilter(BOX);
        for (const { frames, dx } of steps) {
          filter = updateFilter(predictFilter(filter, frames), box(100 + dx, 50, 40, 80 + dx / 2), CONFIDENCE);
          for (const { p, c, v } of axesOf(filter)) {
            expect(p).toBeGreaterThan(0);
            expect(v).toBeGreaterThan(0);
            expect(p * v - c * c).toBeGreaterThan(0);
          }
        }
      }),
    );
  });

  test("learns the same speed from 2 frames a second as from 30", () => {
    const speedAfter = (stepFrames: number, steps: number) => {
      let filter = startFilter(BOX);
      for (let step = 1; step <= steps; step += 1) {
        filter = updateFilter(
          predictFilter(filter, stepFrames),
          box(100 + 3 * step * stepFrames, 50, 40, 80),
          CONFIDENCE,
        );
      }
      return filter.x.velocity;
    };
    expect(speedAfter(1, 60)).toBeCloseTo(3, 1);
    expect(speedAfter(15, 4)).toBeCloseTo(3, 1);
  });

  test("believes a confident detection more than a doubtful one", () => {
    const after = (confidence: number) => updateFilter(startFilter(BOX), box(120, 50, 40, 80), confidence).x.position;
    expect(after(0.9)).toBeGreaterThan(after(0.2));
  });

  test("a shift moves the position and does not change the velocity estimate", () => {
    const moving = updateFilter(predictFilter(startFilter(BOX), 1), box(110, 55, 40, 80), CONFIDENCE);
    const shifted = shiftFilter(moving, 7, -3);
    expect(filterBox(shifted).x1 - filterBox(moving).x1).toBeCloseTo(7, 9);
    expect(filterBox(shifted).y2 - filterBox(moving).y2).toBeCloseTo(-3, 9);
    expect(shifted.x).toEqual({ ...moving.x, position: moving.x.position + 7 });
  });

  test("does not turn a shrinking box inside out", () => {
    const shrinking = updateFilter(predictFilter(startFilter(BOX), 1), box(110, 80, 10, 20), CONFIDENCE);
    const { x1, y1, x2, y2 } = filterBox(predictFilter(shrinking, 300));
    expect(x2).toBeGreaterThan(x1);
    expect(y2).toBeGreaterThan(y1);
  });
});

/** Aspect and height without velocity, so that noise, which follows the height, is even over time. */
function still({ x, y, aspect, height }: BoxFilter): BoxFilter {
  const stop = (axis: BoxFilter["height"]) => ({ ...axis, velocity: 0 });
  return { x, y, aspect: stop(aspect), height: stop(height) };
}

function axesOf({ x, y, aspect, height }: BoxFilter) {
  return [x, y, aspect, height];
}

function numbersOf(filter: BoxFilter): number[] {
  return axesOf(filter).flatMap(({ position, velocity, p, c, v }) => [position, velocity, p, c, v]);
}

function near(value: number): unknown {
  return expect.closeTo(value, 6);
}

type Matrix = number[][];
type Dense = { mean: number[]; covariance: Matrix };

const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];
const diagonal = (values: number[]): Matrix => values.map((value, i) => values.map((_, j) => (i === j ? value : 0)));
const transpose = (a: Matrix): Matrix => a[0]!.map((_, j) => a.map((row) => row[j]!));
const add = (a: Matrix, b: Matrix, sign = 1): Matrix =>
  a.map((row, i) => row.map((value, j) => value + sign * b[i]![j]!));
const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0]!.map((_, j) => row.reduce((sum, value, k) => sum + value * b[k]![j]!, 0)));
const measured = ({ x1, y1, x2, y2 }: typeof BOX) => [(x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) / (y2 - y1), y2 - y1];
const squares = (position: number, aspect: number, velocity: number, aspectVelocity: number) =>
  diagonal([position, position, aspect, position, velocity, velocity, aspectVelocity, velocity].map((std) => std ** 2));

function startDense(seen: typeof BOX): Dense {
  const h = measured(seen)[3]!;
  return { mean: [...measured(seen), 0, 0, 0, 0], covariance: squares((2 * h) / 20, 1e-2, (10 * h) / 160, 1e-5) };
}

function predictDense({ mean, covariance }: Dense): Dense {
  const motion = EIGHT.map((i) => EIGHT.map((j) => (i === j || j === i + 4 ? 1 : 0)));
  const noise = squares(mean[3]! / 40, 1e-2, mean[3]! / 320, 1e-5);
  return {
    mean: multiply(motion, transpose([mean])).flat(),
    covariance: add(multiply(multiply(motion, covariance), transpose(motion)), noise),
  };
}

function updateDense({ mean, covariance }: Dense, seen: typeof BOX): Dense {
  const look = [0, 1, 2, 3].map((i) => EIGHT.map((j) => (i === j ? 1 : 0)));
  const std = mean[3]! / 20;
  const doubt = 1.3 - CONFIDENCE;
  const noise = diagonal([std, std, 1e-1, std].map((value) => (doubt * value) ** 2));
  const projected = add(multiply(multiply(look, covariance), transpose(look)), noise);
  const gain = multiply(multiply(covariance, transpose(look)), invert(projected));
  const surprise = measured(seen).map((value, i) => [value - mean[i]!]);
  return {
    mean: add(transpose([mean]), multiply(gain, surprise)).flat(),
    covariance: add(covariance, multiply(multiply(gain, projected), transpose(gain)), -1),
  };
}

/** Gauss and Jordan, without pivoting: the matrix is positive definite. */
function invert(matrix: Matrix): Matrix {
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (const [i, pivot] of rows.entries()) {
    const scale = pivot[i]!;
    rows[i] = pivot.map((value) => value / scale);
    for (const [j, row] of rows.entries()) {
      const share = row[i]!;
      if (j !== i) rows[j] = row.map((value, k) => value - share * rows[i]![k]!);
    }
  }
  return rows.map((row) => row.slice(matrix.length));
}
