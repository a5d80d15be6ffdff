import { bestOf, boxDetection, checkScore, classNameOf } from "./candidates.ts";
import type { Layout, ModelFacts } from "./layout.ts";

/**
 * The exports of the RT-DETR, DEIM and D-FINE repositories: inputs `images` and `orig_target_sizes`, outputs `labels`,
 * `boxes` (x1, y1, x2, y2) and `scores`, of which all have a batch dimension, or none has. They are asked for boxes in
 * pixels of the picture.
 */
export const detr: Layout = {
  name: "detr",
  task: "detect",
  fit: "stretch",
  expected: () =>
    "outputs labels [1, K], boxes [1, K, 4] and scores [1, K], or labels [K], boxes [K, 4] and scores [K], with an " +
    "input orig_target_sizes",
  fits: ({ outputs }) => {
    const rows = shapeOf("scores", outputs) ?? [];
    return (
      outputs.length === 3 &&
      (rows.length === 1 || (rows.length === 2 && rows[0] === 1)) &&
      String(shapeOf("labels", outputs)) === rows.join() &&
      String(shapeOf("boxes", outputs)) === [...rows, 4].join()
    );
  },
  agrees: () => true,
  decode: (outputs, settings) => {
    const read = (name: string) => outputs.find((output) => output.name === name)?.data ?? new Float32Array();
    const [labels, boxes, scores] = [read("labels"), read("boxes"), read("scores")];
    const { widthPixels, heightPixels } = settings.picture;
    const found = [];
    for (let row = 0; row < scores.length; row += 1) {
      const score = scores[row] ?? 0;
      if (score <= settings.confidence) continue;
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = boxes.subarray(row * 4, row * 4 + 4);
      found.push({
        className: classNameOf(labels[row] ?? -1, row, settings),
        confidence: checkScore(score, row, settings),
        box: {
          x1: Math.max(x1, 0),
          y1: Math.max(y1, 0),
          x2: Math.min(x2, widthPixels),
          y2: Math.min(y2, heightPixels),
        },
      });
    }
    return bestOf(found, settings).map((one) => boxDetection(one, settings));
  },
};

const shapeOf = (name: string, outputs: ModelFacts["outputs"]) => outputs.find((output) => output.name === name)?.dims;
