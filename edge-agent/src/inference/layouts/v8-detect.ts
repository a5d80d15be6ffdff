import { boxDetection, classNameOf } from "./candidates.ts";
import type { Layout } from "./layout.ts";
import { isRawExport, meanLogit, readPredictions } from "./v8-predictions.ts";

/** Ultralytics v8 and 11, task "detect": one output [1, 4 + classes, N]. */
export const v8Detect: Layout = {
  name: "v8-detect",
  task: "detect",
  fit: "letterbox",
  expected: ({ classCount }) => `one output [1, 4 + ${classCount} classes = ${4 + classCount}, N]`,
  fits: ({ classCount, outputs }) => {
    const [predictions] = outputs;
    return (
      outputs.length === 1 &&
      predictions?.dims.length === 3 &&
      predictions.dims[0] === 1 &&
      predictions.dims[1] === 4 + classCount
    );
  },
  agrees: isRawExport,
  background: ([predictions], classCount) => (predictions ? meanLogit(predictions, classCount) : 0),
  decode: ([predictions], settings) => {
    if (!predictions) return [];
    return readPredictions(predictions, settings).map(({ row, classIndex, ...found }) =>
      boxDetection({ ...found, className: classNameOf(classIndex, row, settings) }, settings),
    );
  },
};
