import { expect, test } from "vitest";
import { LIKENESS_KEY } from "../../src/inference/likeness.ts";
import { readModelMetadata } from "../../src/inference/model-metadata.ts";
import { buildOnnx } from "../../src/inference/testing/onnx-fixture.ts";
import { figuresOf, summarise } from "./likeness-figures.ts";
import { withMetadata } from "./write-metadata.ts";

const looks = Array.from({ length: 101 }, (_, at) => ({
  background: -20 + at / 100,
  confidence: at === 0 ? null : at / 100,
  isUnlike: at % 2 === 0,
  findings: at % 2,
}));

test("figures are written into a model's metadata, and again, and nothing else changes", () => {
  const file = buildOnnx({
    metadata: { names: "{0: 'carton'}", version: "1.0.0" },
    outputs: [{ name: "output0", dims: [1, 5, 1], data: new Float32Array(5) }],
  });
  const figures = figuresOf(looks, 0.02);
  const other = { ...figures, pictures: 7 };
  const once = withMetadata(file, LIKENESS_KEY, JSON.stringify(other));
  const twice = withMetadata(once, LIKENESS_KEY, JSON.stringify(figures));
  expect(readModelMetadata(once).likeness).toEqual(other);
  expect(readModelMetadata(twice)).toEqual({ ...readModelMetadata(file), likeness: figures });
  expect(twice.subarray(0, file.length)).toEqual(Buffer.from(file));
  const entry = (one: object) => JSON.stringify(one).length;
  expect(twice.length - once.length).toBe(entry(figures) - entry(other));
});

test("the figures are quantiles of the pictures that have the measure", () => {
  const { pictures, background, confidence, limit } = figuresOf(looks, 0.02);
  expect(pictures).toBe(101);
  expect(background).toEqual({ "0.05": -19.95, "0.5": -19.5, "0.95": -19.05 });
  expect(confidence?.["0.5"]).toBe(0.505);
  // Of the pictures above the usual background, two in a hundred of all are stranger.
  expect(limit).toBeCloseTo(0.48 / 0.45, 2);
  expect(figuresOf(looks, 0.2).limit).toBeCloseTo(0.3 / 0.45, 2);
  const nothing = { background: null, confidence: null };
  expect(() => figuresOf([nothing], 0.02)).toThrow("the model finds nothing in these pictures");
});

test("a folder is summed up by its marks and by the findings in pictures without one", () => {
  const { figures, lines } = summarise(looks);
  expect(figures).toMatchObject({ pictures: 101, judged: 101, unlikeShare: 51 / 101, unmarkedFindingsPerPicture: 50 / 101 });
  expect(lines[0]).toBe("101 pictures: 50.5 % of 101 judged pictures are marked as unlike those that the model was trained on");
});
