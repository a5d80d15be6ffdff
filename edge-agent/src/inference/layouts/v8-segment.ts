import { classNameOf } from "./candidates.ts";
import type { Layout } from "./layout.ts";
import { arePrototypes, COEFFICIENTS, expectedPrototypes, withMask } from "./masks.ts";
import { isRawExport, meanLogit, readPredictions } from "./v8-predictions.ts";

/** Ultralytics v8 and 11, task "segment": [1, 4 + classes + 32, N] and prototypes [1, 32, height / 4, width / 4]. */
export const v8Segment: Layout = {
  name: "v8-segment",
  task: "segment",
  fit: "letterbox",
  expected: (facts) =>
    `outputs [1, 4 + ${facts.classCount} classes + 32 = ${4 + facts.classCount + COEFFICIENTS}, N] and ` +
    expectedPrototypes(facts),
  fits: ({ classCount, outputs }) => {
    const [predictions, prototypes] = outputs;
    return (
      outputs.length === 2 &&
      predictions?.dims.length === 3 &&
      predictions.dims[0] === 1 &&
      predictions.dims[1] === 4 + classCount + COEFFICIENTS &&
      arePrototypes(prototypes)
    );
  },
  agrees: isRawExport,
  background: ([predictions], classCount) => (predictions ? meanLogit(predictions, classCount) : 0),
  decode: ([predictions, prototypes], settings) => {
    if (!predictions || !prototypes) return [];
    const rowCount = predictions.dims[2] ?? 0;
    const first = 4 + settings.classNames.length;
    return readPredictions(predictions, settings).flatMap(({ row, classIndex, ...found }) => {
      const coefficients = Float32Array.from(
        { length: COEFFICIENTS },
        (_, index) => predictions.data[(first + index) * rowCount + row] ?? 0,
      );
      const className = classNameOf(classIndex, row, settings);
      return withMask({ ...found, className }, { coefficients, prototypes }, settings) ?? [];
    });
  },
};
