import { describe, expect, test } from "vitest";
import { loadModel, type Model, type ModelSettings } from "./load-model.ts";
import { ModelOutputError } from "./model-errors.ts";
import { buildOnnx, type OnnxFixture, withOnnxFile } from "./testing/onnx-fixture.ts";

/** Predictions for an input of 256 × 192: 24 × 32 + 12 × 16 + 6 × 8 rows. */
const ROWS = 1008;
const NAMES = "{0: 'weapon', 1: 'battery'}";
const DETECT = { task: "detect", names: NAMES, imgsz: "[192, 256]" };
const SEGMENT = { ...DETECT, task: "segment" };
/** Twice the model's input in both directions: picture pixels are input pixels × 2. */
const PICTURE = { rgb: new Uint8Array(512 * 384 * 3), widthPixels: 512, heightPixels: 384 };

describe("a detection model (v8, 11)", () => {
  const rows = [
    { cx: 60, cy: 40, w: 40, h: 20, scores: [0.1, 0.9] },
    { cx: 62, cy: 40, w: 40, h: 20, scores: [0.2, 0.8] }, // IoU 0.905 with the first, same class
    { cx: 61, cy: 40, w: 40, h: 20, scores: [0.5, 0.3] }, // same place, other class
    { cx: 250, cy: 100, w: 40, h: 20, scores: [0.26, 0] }, // reaches beyond the picture
    { cx: 10, cy: 10, w: 5, h: 5, scores: [0.25, 0] }, // not above 0.25
  ];

  test("gives class, confidence and box in picture pixels, overlaps suppressed per class", async () => {
    const { items, ...rest } = await detect(detectFixture(rows));
    expect(items.map(({ className, confidence, box }) => [className, rounded(confidence), box])).toEqual([
      ["battery", 0.9, { x1: 80, y1: 60, x2: 160, y2: 100 }],
      ["weapon", 0.5, { x1: 82, y1: 60, x2: 162, y2: 100 }],
      ["weapon", 0.26, { x1: 460, y1: 180, x2: 512, y2: 220 }],
    ]);
    expect(items[0]).toMatchObject({ polygon: null, areaPercent: (100 * 80 * 40) / (512 * 384) });
    expect(rest).toMatchObject({ model: { name: "fixture" }, widthPixels: 512, heightPixels: 384 });
  });

  test("follows confidence, iou and maxDetections", async () => {
    const count = async (settings: Partial<ModelSettings>) =>
      (await detect(detectFixture(rows), settings)).items.length;
    expect(await count({ confidence: 0.6 })).toBe(1);
    expect(await count({ confidence: 0.1 })).toBe(4);
    expect(await count({ iou: 0.95 })).toBe(4);
    expect(await count({ maxDetections: 2 })).toBe(2);
  });

  test("takes the padding of a picture of another shape off again", async () => {
    const square = { rgb: new Uint8Array(96 * 96 * 3), widthPixels: 96, heightPixels: 96 }; // × 2, 32 pixels left and right
    const { items } = await detect(
      detectFixture([{ cx: 32 + 50, cy: 60, w: 20, h: 40, scores: [0.9, 0] }]),
      {},
      square,
    );
    expect(items[0]?.box).toEqual({ x1: 20, y1: 20, x2: 30, y2: 40 });
  });
});

describe("a segmentation model (v8, 11)", () => {
  // Prototype 0 is 1 in the left half of the input (columns 0..31 of 64), −1 in the right; prototype 1 is 1 everywhere.
  const prototypes = new Float32Array(32 * 48 * 64);
  for (let at = 0; at < 48 * 64; at += 1) prototypes[at] = at % 64 < 32 ? 1 : -1;
  prototypes.fill(1, 48 * 64, 2 * 48 * 64);
  const segmentFixture = (rows: Row[]): OnnxFixture => ({
    metadata: SEGMENT,
    outputs: [
      { name: "output0", dims: [1, 4 + 2 + 32, ROWS], data: predictions(rows, 2 + 32) },
      { name: "output1", dims: [1, 32, 48, 64], data: prototypes },
    ],
  });

  test("counts the mask's pixels and outlines it inside the box", async () => {
    const { items } = await detect(
      segmentFixture([
        { cx: 128, cy: 96, w: 80, h: 40, scores: [0.9, 0], coefficients: [1] }, // left half of its box
        { cx: 40, cy: 150, w: 40, h: 20, scores: [0, 0.8], coefficients: [0, 2] }, // all of its box
        { cx: 200, cy: 40, w: 40, h: 20, scores: [0, 0.7], coefficients: [1] }, // nothing of its box
      ]),
    );
    expect(items.map(({ className, areaPercent }) => [className, Math.round((areaPercent / 100) * 512 * 384)])).toEqual(
      [
        ["weapon", 80 * 80],
        ["battery", 80 * 40],
      ],
    );
    expect(extent(items[0]?.polygon)).toEqual({ x: [176, 256], y: [152, 232] });
    expect(extent(items[1]?.polygon)).toEqual({ x: [40, 120], y: [280, 320] });
  });

  test("is distinguished from a detection model by its outputs when the file does not name its task", async () => {
    const { items } = await detect({
      ...segmentFixture([{ cx: 40, cy: 150, w: 40, h: 20, scores: [0, 0.8], coefficients: [0, 2] }]),
      metadata: { names: NAMES },
    });
    expect(items[0]?.polygon).not.toBeNull();
  });
});

describe("a model whose numbers cannot be true fails loudly", () => {
  test.each([Number.NaN, Infinity, -Infinity])("%d anywhere in an output", async (bad) => {
    const data = predictions([{ cx: 60, cy: 40, w: 40, h: 20, scores: [0.9, 0] }], 2);
    data[data.length - 1] = bad;
    const result = detect({ metadata: DETECT, outputs: [{ name: "output0", dims: [1, 6, ROWS], data }] });
    await expect(result).rejects.toThrow(ModelOutputError);
    await expect(result).rejects.toThrow(
      "model fixture returned an invalid output: 1 of 6048 numbers in output0 are NaN or infinite",
    );
  });

  test("a score beyond 1", async () => {
    const result = detect(detectFixture([{ cx: 60, cy: 40, w: 40, h: 20, scores: [60, 0] }]));
    await expect(result).rejects.toThrow(/a score of 60 in row 0; scores are 0\.\.1/);
  });
});

describe("a file that is no such model is refused", () => {
  test("a missing, an empty and a damaged file", async () => {
    await expect(loadModel({ file: "/nowhere/model.onnx" }, () => 0)).rejects.toThrow(
      /model \/nowhere\/model\.onnx cannot be used: the file does not exist/,
    );
    const load = (bytes: Uint8Array) => withOnnxFile(bytes, (file) => loadModel({ file }, () => 0));
    const whole = buildOnnx(detectFixture([]));
    await expect(load(new Uint8Array())).rejects.toThrow(/model .*fixture\.onnx cannot be used: .*Load model/);
    await expect(load(whole.subarray(0, whole.length / 2))).rejects.toThrow(
      "it is not an ONNX file, or is truncated (",
    );
    await expect(load(new TextEncoder().encode("version https://git-lfs.github.com/spec/v1"))).rejects.toThrow(
      "it is not an ONNX file, or is truncated (",
    );
  });

  test("an input that is no picture, or of no known size", async () => {
    const fixture = detectFixture([]);
    const load = (input: (number | string)[], metadata = DETECT) =>
      withOnnxFile({ ...fixture, input, metadata }, (file) => loadModel({ file }, () => 0));
    await expect(load([1, 1, 192, 256])).rejects.toThrow(
      /images float32 \[1, 1, 192, 256\]; expected one, float32 \[1, 3, height, width\]/,
    );
    await expect(load([1, 3, "h", "w"], { ...DETECT, imgsz: "None" })).rejects.toThrow(/export it with a fixed size/);
    const model = await load(["batch", 3, "h", "w"]);
    expect([model.inputWidthPixels, model.inputHeightPixels]).toEqual([256, 192]);
    await model.close();
  });
});

describe("a loaded model", () => {
  const fixture = detectFixture([{ cx: 60, cy: 40, w: 40, h: 20, scores: [0.9, 0] }]);

  test("is named by its file, versioned by its content or its author", async () => {
    const load = (metadata: Record<string, string>) =>
      withModel({ ...fixture, metadata }, {}, async ({ name, version }) => [name, version]);
    const [name, version] = await load(DETECT);
    expect(name).toBe("fixture");
    expect(version).toMatch(/^[0-9a-f]{12}$/);
    expect((await load({ ...DETECT, description: "other" }))[1]).not.toBe(version);
    expect((await load({ ...DETECT, version: "2.1.0" }))[1]).toBe("2.1.0");
  });

  test("serves calls that overlap and pictures of changing size", async () => {
    await withModel(fixture, {}, async (model) => {
      const sizes = [
        [256, 192],
        [512, 384],
        [128, 96],
        [1024, 768],
      ] as const;
      const results = await Promise.all(
        sizes.map(([widthPixels, heightPixels]) =>
          model.detect({ rgb: new Uint8Array(widthPixels * heightPixels * 3), widthPixels, heightPixels }),
        ),
      );
      expect(results.map(({ items }) => items[0]?.box.x1)).toEqual([40, 80, 20, 160]);
    });
  });

  test("sees the picture: planes R, G, B from the top left, 0..1", async () => {
    // The input of 4 × 2 pixels read as 6 channels of 4 rows: R gives cx, cy; G gives w, h; B the two scores.
    const echo: OnnxFixture = {
      metadata: DETECT,
      input: [1, 3, 2, 4],
      outputs: [{ name: "output0", dims: [1, 6, 4], data: "input" }],
    };
    const upper = [
      [255, 102, 0],
      [153, 204, 204],
      [0, 0, 0],
      [0, 0, 0],
    ];
    const lower = [
      [204, 51, 255],
      [51, 102, 51],
      [0, 0, 0],
      [0, 0, 0],
    ];
    const picture = { rgb: Uint8Array.from([upper, lower].flat(2)), widthPixels: 4, heightPixels: 2 };
    const { items } = await detect(echo, { layout: "v8-detect" }, picture);
    expect(
      items.map(({ className, confidence, box }) => [
        className,
        rounded(confidence),
        ...Object.values(box).map(rounded),
      ]),
    ).toEqual([
      ["battery", 1, 0.8, 0.7, 1.2, 0.9],
      ["weapon", 0.8, 0.2, 0, 1, 0.4],
    ]);
  });

  test("refuses a picture whose bytes are not its size, and work after its end", async () => {
    await withModel(fixture, {}, async (model) => {
      await expect(model.detect({ ...PICTURE, widthPixels: 511 })).rejects.toThrow(RangeError);
      await expect(model.detect({ rgb: new Uint8Array(), widthPixels: 0, heightPixels: 0 })).rejects.toThrow(
        RangeError,
      );
      await model.close();
      await expect(model.detect(PICTURE)).rejects.toThrow("model fixture is closed");
    });
  });
});

type Row = { cx: number; cy: number; w: number; h: number; scores: number[]; coefficients?: number[] };

function detectFixture(rows: Row[]): OnnxFixture {
  return { metadata: DETECT, outputs: [{ name: "output0", dims: [1, 6, ROWS], data: predictions(rows, 2) }] };
}

/** Lays rows out as [4 + channels, ROWS]; the others are zero. */
function predictions(rows: Row[], channels: number): Float32Array {
  const data = new Float32Array((4 + channels) * ROWS);
  for (const [row, { cx, cy, w, h, scores, coefficients = [] }] of rows.entries()) {
    for (const [channel, value] of [cx, cy, w, h, ...scores, ...coefficients].entries())
      data[channel * ROWS + row] = value;
  }
  return data;
}

function withModel<T>(
  fixture: OnnxFixture,
  settings: Partial<ModelSettings>,
  use: (model: Model) => Promise<T>,
): Promise<T> {
  return withOnnxFile(fixture, async (file) => {
    const model = await loadModel({ file, threads: 1, ...settings }, () => performance.now());
    try {
      return await use(model);
    } finally {
      await model.close();
    }
  });
}

function detect(fixture: OnnxFixture, settings: Partial<ModelSettings> = {}, picture = PICTURE) {
  return withModel(fixture, settings, (model) => model.detect(picture));
}

function rounded(value: number): number {
  return Number(value.toFixed(6));
}

function extent(polygon: { x: number[]; y: number[] } | null | undefined) {
  const range = (values: number[] = []) => [Math.min(...values), Math.max(...values)];
  return { x: range(polygon?.x), y: range(polygon?.y) };
}
