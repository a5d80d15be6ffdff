import type { Detection } from "../detections.ts";
import { bestOf, boxDetection, checkScore, classNameOf } from "./candidates.ts";
import type { DecodeSettings, Layout, ModelFacts, OutputTensor } from "./layout.ts";
import { usualRowCounts } from "./v8-predictions.ts";

const rowsOf = (columns: number, { input, outputs: [rows] }: ModelFacts): boolean =>
  rows?.dims.length === 3 &&
  rows.dims[0] === 1 &&
  rows.dims[2] === columns &&
  !usualRowCounts(input).includes(rows.dims[1] ?? 0);

/**
 * Ultralytics' RT-DETR as older releases export it, task "detect": one output [1, queries, 4 + classes] of centre x,
 * centre y, width, height as shares of the picture, then one score per class.
 */
export const rtDetr: Layout = {
  name: "rt-detr",
  task: "detect",
  fit: "stretch",
  expected: ({ classCount }) => `one output [1, K, 4 + ${classCount} classes = ${4 + classCount}]`,
  fits: (facts) => facts.outputs.length === 1 && rowsOf(4 + facts.classCount, facts),
  agrees: ({ head, endToEnd, nmsInGraph }) => !endToEnd && !nmsInGraph && (head === null || /rt-?detr/i.test(head)),
  decode: ([rows], settings) => (rows ? decodeRows(rows, settings, bestClass) : []),
};

/** Ultralytics' RT-DETR as newer releases export it: [1, queries, 6], the best class chosen in the graph. */
export const rtDetrRanked: Layout = {
  name: "rt-detr-ranked",
  task: "detect",
  fit: "stretch",
  expected: () => "one output [1, K, 6]: centre x, centre y, width, height, score, class",
  fits: (facts) => facts.outputs.length === 1 && rowsOf(6, facts),
  agrees: ({ head }) => /rt-?detr/i.test(head ?? ""),
  decode: ([rows], settings) =>
    rows ? decodeRows(rows, settings, ([score = 0, classIndex = -1]) => ({ score, classIndex })) : [],
};

function bestClass(scores: Float32Array) {
  const score = scores.reduce((best, value) => Math.max(best, value), 0);
  return { score, classIndex: scores.indexOf(score) };
}

function decodeRows(
  { data, dims }: OutputTensor,
  settings: DecodeSettings,
  classOf: (values: Float32Array) => { score: number; classIndex: number },
): Detection[] {
  const [, count = 0, width = 0] = dims;
  const { widthPixels, heightPixels } = settings.picture;
  const found = [];
  for (let row = 0; row < count; row += 1) {
    const values = data.subarray(row * width, (row + 1) * width);
    const { score, classIndex } = classOf(values.subarray(4));
    if (score <= settings.confidence) continue;
    const [x = 0, y = 0, boxWidth = 0, boxHeight = 0] = values;
    const box = {
      x1: Math.max(x - boxWidth / 2, 0) * widthPixels,
      y1: Math.max(y - boxHeight / 2, 0) * heightPixels,
      x2: Math.min(x + boxWidth / 2, 1) * widthPixels,
      y2: Math.min(y + boxHeight / 2, 1) * heightPixels,
    };
    const className = classNameOf(classIndex, row, settings);
    found.push({ className, confidence: checkScore(score, row, settings), box });
  }
  return bestOf(found, settings).map((one) => boxDetection(one, settings));
}
