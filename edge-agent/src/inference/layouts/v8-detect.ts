import type { Layout } from "./layout.ts";
import { readPredictions } from "./v8-predictions.ts";

/** Ultralytics v8 and 11, task "detect": one output [1, 4 + classes, N]. */
export const v8Detect: Layout = {
  name: "v8-detect",
  task: "detect",
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
  decode: ([predictions], settings) => {
    if (!predictions) return [];
    const { widthPixels, heightPixels } = settings.picture;
    return readPredictions(predictions, settings).map(({ classIndex, confidence, box }) => ({
      className: settings.classNames[classIndex] ?? "",
      confidence,
      box,
      polygon: null,
      areaPercent: (100 * (box.x2 - box.x1) * (box.y2 - box.y1)) / (widthPixels * heightPixels),
    }));
  },
};
