import { describe, expect, test } from "vitest";
import type { Picture } from "../../base/pictures/picture.ts";
import { loadModel, type ModelSettings } from "../load-model.ts";
import { ModelOutputError } from "../model-errors.ts";
import { type OnnxFixture, withOnnxFile } from "../testing/onnx-fixture.ts";

/** The input is 256 × 192; in a letterbox this square picture lies at × 2, with 32 pixels left and right. */
const PICTURE: Picture = { rgb: new Uint8Array(96 * 96 * 3), widthPixels: 96, heightPixels: 96 };
const NAMES = "{0: 'weapon', 1: 'battery', 2: 'drum'}";

function detect(fixture: OnnxFixture, settings: Partial<ModelSettings> = {}, picture = PICTURE) {
  return withOnnxFile(fixture, async (file) => {
    const model = await loadModel({ file, threads: 1, ...settings }, () => 0);
    try {
      return (await model.detect(picture)).items.map(({ className, confidence, box, polygon, areaPercent }) => ({
        found: [
          className,
          Number(confidence.toFixed(4)),
          ...Object.values(box).map((value) => Number(value.toFixed(3))),
        ],
        polygon,
        areaPercent,
      }));
    } finally {
      await model.close();
    }
  });
}

const found = async (...parts: Parameters<typeof detect>) => (await detect(...parts)).map((one) => one.found);

/** Rows of numbers as one output, filled up with rows of zeros. */
function rowsOutput(name: string, rows: number[][], [count, width]: [count: number, width: number]) {
  const data = new Float32Array(count * width);
  for (const [index, row] of rows.entries()) data.set(row, index * width);
  return { name, dims: [1, count, width], data };
}

describe("an end-to-end model, or one with non-maximum suppression inside", () => {
  const rows = [
    [32 + 20, 40, 32 + 60, 80, 0.7, 1],
    [32 - 20, 100, 32 + 20, 220, 0.9, 2], // reaches beyond the picture, and beyond the input
    [32 + 21, 40, 32 + 61, 80, 0.6, 1], // IoU 0.95 with the first: the graph has decided that both stay
    [32, 0, 42, 10, 0.25, 0], // not above 0.25
  ];
  const output = rowsOutput("output0", rows, [300, 6]);
  const wanted = [
    ["drum", 0.9, 0, 50, 10, 96],
    ["battery", 0.7, 10, 20, 30, 40],
    ["battery", 0.6, 10.5, 20, 30.5, 40],
  ];
  test.each([
    ["end2end: True", { task: "detect", names: NAMES, end2end: "True" }],
    ["nms: True", { task: "detect", names: NAMES, args: "{'nms': True}" }],
    ["v10's head", { task: "detect", names: NAMES, head: "v10Detect" }],
    ["no statement, and three classes", { names: NAMES }],
  ])("gives its rows as boxes, without suppressing any: %s", async (_, metadata) => {
    expect(await found({ metadata, outputs: [output] })).toEqual(wanted);
  });

  test("gives masks from the coefficients of its rows", async () => {
    const prototypes = new Float32Array(32 * 48 * 64).fill(1, 0, 48 * 64);
    const mask = (coefficient: number) => [coefficient, ...Array.from({ length: 31 }, () => 0)];
    const [inside, none] = [
      [52, 40, 92, 80, 0.7, 1, ...mask(2)],
      [52, 40, 92, 80, 0.8, 0, ...mask(-2)],
    ];
    const outputs = [
      rowsOutput("output0", [inside, none], [300, 38]),
      { name: "output1", dims: [1, 32, 48, 64], data: prototypes },
    ];
    const metadata = { task: "segment", names: NAMES, end2end: "True" };
    const items = await detect({ metadata, outputs });
    expect(items.map((one) => one.found)).toEqual([["battery", 0.7, 10, 20, 30, 40]]);
    expect(items[0]?.areaPercent).toBeCloseTo((100 * 20 * 20) / (96 * 96), 6);
    expect(items[0]?.polygon?.x.length).toBeGreaterThanOrEqual(4);
  });

  test.each([
    ["a class that it does not have", [0, 0, 10, 10, 0.9, 3], /class 3 in row 0, but it has 3 classes/],
    ["a class that is no whole number", [0, 0, 10, 10, 0.9, 0.5], /class 0\.5 in row 0, which is not a whole number/],
    ["a score beyond 1", [0, 0, 10, 10, 60, 1], /a score of 60 in row 0/],
  ])("fails loudly on %s", async (_, row, message) => {
    const metadata = { task: "detect", names: NAMES, end2end: "True" };
    const result = detect({ metadata, outputs: [rowsOutput("output0", [row], [300, 6])] });
    await expect(result).rejects.toThrow(ModelOutputError);
    await expect(result).rejects.toThrow(message);
  });
});

describe("an RT-DETR of Ultralytics", () => {
  const decoder = { task: "detect", names: NAMES, head: "RTDETRDecoder" };
  const wanted = [
    ["drum", 0.8, 24, 12, 72, 36],
    ["weapon", 0.3, 81.6, 24, 96, 72],
  ];
  test("gives boxes as shares of the whole picture, which it sees stretched", async () => {
    const rows = [
      [0.5, 0.25, 0.5, 0.25, 0.1, 0.2, 0.8],
      [0.95, 0.5, 0.2, 0.5, 0.3, 0.1, 0.1],
    ];
    const outputs = [rowsOutput("output0", rows, [300, 7])];
    expect(await found({ metadata: { task: "detect", names: NAMES }, outputs })).toEqual(wanted);
    expect(await found({ metadata: decoder, outputs })).toEqual(wanted);
  });

  test("may have chosen the best class in its graph", async () => {
    const rows = [
      [0.5, 0.25, 0.5, 0.25, 0.8, 2],
      [0.95, 0.5, 0.2, 0.5, 0.3, 0],
    ];
    expect(await found({ metadata: decoder, outputs: [rowsOutput("output0", rows, [300, 6])] })).toEqual(wanted);
  });

  test("with two classes can be taken for others, so the setting decides", async () => {
    const outputs = [rowsOutput("output0", [[0.5, 0.5, 0.5, 0.5, 0.4, 0.9]], [300, 6])];
    const metadata = { task: "detect", names: "['a', 'b']" };
    await expect(found({ metadata, outputs })).rejects.toThrow(
      /its layout may be "end2end-detect" or "rt-detr", and its metadata does not decide: set "layout" to one of them/,
    );
    await expect(found({ metadata: { ...decoder, ...metadata }, outputs })).rejects.toThrow(
      /its layout may be "rt-detr" or "rt-detr-ranked", and its metadata does not decide/,
    );
    expect(await found({ metadata, outputs }, { layout: "rt-detr" })).toEqual([["b", 0.9, 24, 24, 72, 72]]);
  });
});

describe("the RT-DETR, DEIM and D-FINE repositories", () => {
  const outputs = [
    { name: "labels", dims: [1, 4], data: [2, 0, 1, 0], type: "int64" as const },
    // Shares of the picture, which the graph multiplies with orig_target_sizes: width, height, width, height.
    {
      name: "boxes",
      dims: [1, 4, 4],
      data: [0.1, 0.2, 0.5, 0.6, -0.1, 0, 1.2, 1, 0, 0, 1, 1, 0, 0, 1, 1],
      scaled: true,
    },
    { name: "scores", dims: [1, 4], data: [0.9, 0.5, 0.25, 0.1] },
  ];
  const withoutBatch = outputs.map((output) => ({ ...output, dims: output.dims.slice(1) }));
  test.each([
    ["with a batch dimension", outputs],
    ["without one", withoutBatch],
  ])("are asked for boxes in pixels of the picture, exported %s", async (_, exported) => {
    const picture = { rgb: new Uint8Array(200 * 100 * 3), widthPixels: 200, heightPixels: 100 };
    const classNames = ["weapon", "battery", "drum"];
    expect(await found({ metadata: {}, sizes: true, outputs: exported }, { classNames }, picture)).toEqual([
      ["drum", 0.9, 20, 20, 100, 60],
      ["weapon", 0.5, 0, 0, 200, 100],
    ]);
  });

  test("are refused where only some outputs have a batch dimension", async () => {
    const mixed = outputs.map((output, at) => (at === 1 && withoutBatch[at]) || output);
    await expect(found({ metadata: {}, sizes: true, outputs: mixed }, { classNames: ["a"] })).rejects.toThrow(
      "labels [K], boxes [K, 4] and scores [K]",
    );
  });

  test("need the names of their classes, all of them", async () => {
    await expect(found({ metadata: {}, sizes: true, outputs })).rejects.toThrow(/set "classNames"/);
    await expect(found({ metadata: {}, sizes: true, outputs }, { classNames: ["a"] })).rejects.toThrow(
      /class 2 in row 0, but it has 1 classes; set "classNames"/,
    );
  });
});

describe("a classification model", () => {
  test("gives each likely class as a finding on the whole picture", async () => {
    const outputs = [{ name: "output0", dims: [1, 3], data: [0.3, 0.65, 0.05] }];
    expect(await found({ metadata: { task: "classify", names: NAMES }, input: [1, 3, 32, 32], outputs })).toEqual([
      ["battery", 0.65, 0, 0, 96, 96],
      ["weapon", 0.3, 0, 0, 96, 96],
    ]);
  });
});
