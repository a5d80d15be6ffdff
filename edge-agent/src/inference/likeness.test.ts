import { describe, expect, test } from "vitest";
import { judgeLikeness, LIKENESS_KEY, type LikenessFigures, type Quantiles, surenessOf } from "./likeness.ts";
import { loadModel, type ModelSettings } from "./load-model.ts";
import { buildOnnx, withOnnxFile } from "./testing/onnx-fixture.ts";

const spread = (low: number, middle: number, high: number): Quantiles => ({ "0.05": low, "0.5": middle, "0.95": high });
/** One in twenty pictures is 2 above the usual background, and 0.2 below the usual confidence. */
const figures: LikenessFigures = {
  pictures: 400,
  background: spread(-19, -18, -16),
  confidence: spread(0.6, 0.8, 0.9),
  limit: 2,
};
const judge = (confidences: number[], background: number | null, of: LikenessFigures | null = figures) =>
  judgeLikeness(
    surenessOf(
      confidences.map((confidence) => ({ confidence })),
      background,
    ),
    of,
  ).isUnlike;

describe("a picture is unlike those of training", () => {
  test("where the model is less sure of its findings and of the rest, together, than the limit", () => {
    // 0.2 less confidence than usual counts a quarter of 2 more background.
    expect(judge([0.7, 0.5], -14.6)).toBe(false);
    expect(judge([0.7, 0.5], -14.4)).toBe(true);
    expect(judge([0.3], -15.3)).toBe(false);
    expect(judge([0.9], -14.1)).toBe(false);
    expect(judge([0.9], -13.9)).toBe(true);
    expect(judge([0.25], -30)).toBe(false);
  });

  test("by the findings that count, whatever a station asks for", () => {
    expect(judge([0.8, 0.2, 0.1, 0.1], -14.1)).toBe(false);
  });

  test("by the rest alone where nothing is found", () => {
    expect(judge([], -14.1)).toBe(false);
    expect(judge([], -13.9)).toBe(true);
  });

  test("and is neither where the model has no figures of what the picture has", () => {
    expect(judge([0.3], -10, null)).toBe(null);
    expect(judge([], null)).toBe(null);
    const ofFindings = { ...figures, background: null, limit: 0.5 };
    expect(judge([0.3], -10, ofFindings)).toBe(true);
    expect(judge([0.6], -10, ofFindings)).toBe(false);
  });
});

describe("the figures in a model's file", () => {
  const predictions = () => {
    const data = new Float32Array(5 * 1008).fill(1e-6);
    for (const [place, value] of [60, 40, 40, 20, 0.3].entries()) data[place * 1008] = value;
    return data;
  };
  const load = (likeness: string | undefined, settings: Partial<ModelSettings> = {}) =>
    withOnnxFile(
      buildOnnx({
        metadata: {
          task: "detect",
          names: "{0: 'carton'}",
          imgsz: "[192, 256]",
          ...(likeness && { [LIKENESS_KEY]: likeness }),
        },
        outputs: [{ name: "output0", dims: [1, 5, 1008], data: predictions() }],
      }),
      async (file) => {
        const model = await loadModel({ file, ...settings }, () => 0);
        const { items, likeness: found } = await model.detect({
          rgb: new Uint8Array(256 * 192 * 3),
          widthPixels: 256,
          heightPixels: 192,
        });
        await model.close();
        return { items: items.length, ...found };
      },
    );

  test("mark its pictures, also those of a station that asks for surer findings", async () => {
    const found = await load(JSON.stringify(figures));
    // Its background is 2.1 times, its confidence 2.5 times as far from the usual as in one of twenty pictures.
    expect(found).toMatchObject({ items: 1, isUnlike: true });
    expect(found.confidence).toBeCloseTo(0.3);
    // All places but one have a score of a millionth.
    expect(found.background).toBeCloseTo(-13.8, 1);
    expect(await load(JSON.stringify(figures), { confidence: 0.5 })).toMatchObject({ items: 0, isUnlike: true });
  });

  test("are not needed, and without them nothing is measured unless they are to be written", async () => {
    expect(await load(undefined)).toEqual({ items: 1 });
    expect(await load(undefined, { measuresLikeness: true })).toMatchObject({ items: 1, isUnlike: null });
  });

  test("that cannot be read refuse the file", async () => {
    await expect(load("{}")).rejects.toThrow(`its metadata "${LIKENESS_KEY}" cannot be read`);
  });
});
