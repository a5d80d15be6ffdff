import type { Box } from "../../base/pictures/box.ts";
import type { ModelMetadata } from "../model-metadata.ts";
import { suppressOverlaps } from "../suppress-overlaps.ts";
import { checkScore, toPicture } from "./candidates.ts";
import type { DecodeSettings, ModelFacts, OutputTensor } from "./layout.ts";

/** One kept row of the predictions. */
export type Prediction = {
  /** Index along N, for the other outputs of this row. */
  row: number;
  classIndex: number;
  confidence: number;
  /** Picture pixels, inside the picture, neither side zero. */
  box: Box;
};

/** Sets of strides in use: the usual one, with P6, with P2. */
const STRIDES = [
  [8, 16, 32],
  [8, 16, 32, 64],
  [4, 8, 16, 32],
];
/** Returns true if the exporting library states nothing against raw predictions, which need non-maximum suppression. */
export const isRawExport = ({ head, endToEnd, nmsInGraph }: ModelMetadata): boolean =>
  !endToEnd && !nmsInGraph && !/rt-?detr/i.test(head ?? "");

/** Rows of predictions (N) that a model with one of the usual sets of strides has for this input. */
export function usualRowCounts(input: ModelFacts["input"]): number[] {
  return STRIDES.map((strides) =>
    strides.reduce(
      (sum, stride) => sum + Math.ceil(input.heightPixels / stride) * Math.ceil(input.widthPixels / stride),
      0,
    ),
  );
}

/**
 * Reads predictions [1, 4 + classes + extra, N] (centre x, centre y, width, height in input pixels, then one sigmoid
 * score per class): best class per row, threshold, class-wise non-maximum suppression, boxes mapped back to the
 * picture. Highest confidence first, at most `maxDetections`. Throws a ModelOutputError when a score is beyond 1.
 */
export function readPredictions(predictions: OutputTensor, settings: DecodeSettings): Prediction[] {
  const { data } = predictions;
  const rowCount = predictions.dims[2] ?? 0;
  const best = bestScores(data, rowCount, settings.classNames.length);
  const candidates = [];
  for (let row = 0; row < rowCount; row += 1) {
    const confidence = best.score[row] ?? 0;
    if (confidence <= settings.confidence) continue;
    const halfWidth = (data[2 * rowCount + row] ?? 0) / 2;
    const halfHeight = (data[3 * rowCount + row] ?? 0) / 2;
    const x = data[row] ?? 0;
    const y = data[rowCount + row] ?? 0;
    const box = { x1: x - halfWidth, y1: y - halfHeight, x2: x + halfWidth, y2: y + halfHeight };
    candidates.push({
      row,
      classIndex: best.classIndex[row] ?? 0,
      confidence: checkScore(confidence, row, settings),
      box,
    });
  }
  return suppressOverlaps(candidates, settings.iou, settings.maxDetections)
    .map((kept) => ({ ...kept, box: toPicture(kept.box, settings) }))
    .filter(({ box }) => box.x2 > box.x1 && box.y2 > box.y1);
}

/** A sigmoid of 32 bits is 0 or 1 beyond it. */
const LEAST_SCORE = 1e-9;

/** Mean logit of the best scores of all rows. */
export function meanLogit({ data, dims }: OutputTensor, classCount: number): number {
  const rowCount = dims[2] ?? 0;
  const sum = bestScores(data, rowCount, classCount).score.reduce((total, score) => {
    const within = Math.min(Math.max(score, LEAST_SCORE), 1 - 1e-6);
    return total + Math.log(within / (1 - within));
  }, 0);
  return sum / rowCount;
}

function bestScores(data: Float32Array, rowCount: number, classCount: number) {
  const score = new Float32Array(rowCount);
  const classIndex = new Uint16Array(rowCount);
  for (let index = 0; index < classCount; index += 1) {
    const offset = (4 + index) * rowCount;
    for (let row = 0; row < rowCount; row += 1) {
      const value = data[offset + row] ?? 0;
      if (value > (score[row] ?? 0)) {
        score[row] = value;
        classIndex[row] = index;
      }
    }
  }
  return { score, classIndex };
}
