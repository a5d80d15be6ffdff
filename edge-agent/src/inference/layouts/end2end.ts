import { ModelOutputError } from "../model-errors.ts";
import { bestOf, boxDetection, checkScore, classNameOf, toPicture } from "./candidates.ts";
import type { DecodeSettings, Layout, ModelFacts, OutputTensor } from "./layout.ts";
import { arePrototypes, COEFFICIENTS, expectedPrototypes, withMask } from "./masks.ts";
import { usualRowCounts } from "./v8-predictions.ts";

/** x1, y1, x2, y2 in input pixels, score, class. */
const COLUMNS = 6;

/** True if the exporting library states that the graph ends in final boxes, or states nothing of it. */
const mayEndInBoxes: Layout["agrees"] = ({ head, endToEnd, nmsInGraph }) =>
  endToEnd || nmsInGraph || head === null || /v10/i.test(head);

/** True unless an output has as many rows as raw predictions: those would be the same numbers in another order. */
const hasRowsOf = (columns: number, { input, outputs: [rows] }: ModelFacts): boolean =>
  rows?.dims.length === 3 &&
  rows.dims[0] === 1 &&
  rows.dims[2] === columns &&
  !usualRowCounts(input).includes(rows.dims[1] ?? 0);

/**
 * Ultralytics' end-to-end models (10, 26) and any model exported with non-maximum suppression in its graph, task
 * "detect": one output [1, K, 6], rows that are left over filled with zeros.
 */
export const end2endDetect: Layout = {
  name: "end2end-detect",
  task: "detect",
  fit: "letterbox",
  expected: () => `one output [1, K, ${COLUMNS}]: x1, y1, x2, y2, score, class`,
  fits: (facts) => facts.outputs.length === 1 && hasRowsOf(COLUMNS, facts),
  agrees: mayEndInBoxes,
  decode: ([rows], settings) =>
    rows
      ? bestOf(readRows(rows, settings), settings).map(({ row: _row, ...found }) => boxDetection(found, settings))
      : [],
};

/** Ultralytics' end-to-end models and models exported with non-maximum suppression, task "segment". */
export const end2endSegment: Layout = {
  name: "end2end-segment",
  task: "segment",
  fit: "letterbox",
  expected: (facts) => `outputs [1, K, ${COLUMNS} + ${COEFFICIENTS}] and ${expectedPrototypes(facts)}`,
  fits: (facts) =>
    facts.outputs.length === 2 && hasRowsOf(COLUMNS + COEFFICIENTS, facts) && arePrototypes(facts.outputs[1]),
  agrees: mayEndInBoxes,
  decode: ([rows, prototypes], settings) => {
    if (!rows || !prototypes) return [];
    const width = COLUMNS + COEFFICIENTS;
    return bestOf(readRows(rows, settings), settings).flatMap(({ row, ...found }) => {
      const coefficients = rows.data.subarray(row * width + COLUMNS, (row + 1) * width);
      return withMask(found, { coefficients, prototypes }, settings) ?? [];
    });
  },
};

function readRows({ data, dims }: OutputTensor, settings: DecodeSettings) {
  const [, count = 0, width = 0] = dims;
  const found = [];
  for (let row = 0; row < count; row += 1) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, score = 0, classIndex = 0] = data.subarray(
      row * width,
      row * width + COLUMNS,
    );
    if (score <= settings.confidence) continue;
    const confidence = checkScore(score, row, settings);
    if (!Number.isInteger(classIndex))
      throw new ModelOutputError(settings.model, `class ${classIndex} in row ${row}, which is not a whole number`);
    const className = classNameOf(classIndex, row, settings);
    found.push({ row, className, confidence, box: toPicture({ x1, y1, x2, y2 }, settings) });
  }
  return found;
}
