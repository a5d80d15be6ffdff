import type { Detection } from "../detections.ts";
import { countMaskPixels, projectMask } from "../mask.ts";
import { traceOutline } from "../outline.ts";
import type { DecodeSettings, Layout, OutputTensor } from "./layout.ts";
import { type Prediction, readPredictions } from "./v8-predictions.ts";

const COEFFICIENTS = 32;

/** Ultralytics v8 and 11, task "segment": [1, 4 + classes + 32, N] and prototypes [1, 32, height / 4, width / 4]. */
export const v8Segment: Layout = {
  name: "v8-segment",
  task: "segment",
  expected: ({ classCount, input }) =>
    `outputs [1, 4 + ${classCount} classes + 32 = ${4 + classCount + COEFFICIENTS}, N] and ` +
    `[1, 32, ${input.heightPixels / 4}, ${input.widthPixels / 4}]`,
  fits: ({ classCount, outputs }) => {
    const [predictions, prototypes] = outputs;
    return (
      outputs.length === 2 &&
      predictions?.dims.length === 3 &&
      predictions.dims[0] === 1 &&
      predictions.dims[1] === 4 + classCount + COEFFICIENTS &&
      prototypes?.dims.length === 4 &&
      prototypes.dims[0] === 1 &&
      prototypes.dims[1] === COEFFICIENTS
    );
  },
  decode: ([predictions, prototypes], settings) => {
    if (!predictions || !prototypes) return [];
    const found = readPredictions(predictions, settings);
    return found.flatMap((prediction) => withMask(prediction, predictions, prototypes, settings) ?? []);
  },
};

/** The detection with its mask; null when no pixel of its box is in the mask (Ultralytics drops these, too). */
function withMask(
  { row, classIndex, confidence, box }: Prediction,
  predictions: OutputTensor,
  prototypes: OutputTensor,
  settings: DecodeSettings,
): Detection | null {
  const rowCount = predictions.dims[2] ?? 0;
  const first = 4 + settings.classNames.length;
  const coefficients = Float32Array.from(
    { length: COEFFICIENTS },
    (_, index) => predictions.data[(first + index) * rowCount + row] ?? 0,
  );
  const mask = projectMask(coefficients, prototypes, box, settings.letterbox);
  const areaPixels = countMaskPixels(mask);
  const polygon = areaPixels > 0 ? traceOutline(mask) : null;
  if (!polygon) return null;
  const { widthPixels, heightPixels } = settings.picture;
  const className = settings.classNames[classIndex] ?? "";
  return { className, confidence, box, polygon, areaPercent: (100 * areaPixels) / (widthPixels * heightPixels) };
}
