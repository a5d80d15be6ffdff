import { bestOf, boxDetection, checkScore, classNameOf } from "./candidates.ts";
import type { Layout } from "./layout.ts";

/**
 * Ultralytics' classification models: one output [1, classes] of probabilities. Each class above the confidence is a
 * detection whose box is the whole picture.
 */
export const classify: Layout = {
  name: "classify",
  task: "classify",
  fit: "crop",
  expected: ({ classCount }) => `one output [1, ${classCount} classes]`,
  fits: ({ classCount, outputs }) => outputs.length === 1 && String(outputs[0]?.dims) === `1,${classCount}`,
  agrees: () => true,
  decode: ([probabilities], settings) => {
    const { widthPixels, heightPixels } = settings.picture;
    const box = { x1: 0, y1: 0, x2: widthPixels, y2: heightPixels };
    const found = Array.from(probabilities?.data ?? [], (score, index) => ({
      className: classNameOf(index, 0, settings),
      confidence: checkScore(score, index, settings),
      box,
    }));
    return bestOf(
      found.filter(({ confidence }) => confidence > settings.confidence),
      settings,
    ).map((one) => boxDetection(one, settings));
  },
};
