import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createInferencePool, type PoolParts } from "./inference-pool.ts";
import { ModelLoadError, ModelOutputError } from "./model-errors.ts";
import { type OnnxFixture, withOnnxFile } from "./testing/onnx-fixture.ts";

/** Rows of a detection model with an input of 256 × 192. */
const ROWS = 1_008;

describe("the inference workers", () => {
  test("answer as a model in the same thread does, for every asker", async () => {
    const { pool } = openPool({ workers: 2 });
    await withOnnxFile(oneWeapon(0.9), async (file) => {
      const model = await pool.load({ file });
      expect(model).toMatchObject({ name: "fixture", classNames: ["weapon", "battery"], executionProvider: "cpu" });
      const widths = [256, 512, 128, 1_024, 512];
      const found = await Promise.all(widths.map((width, at) => model.detect(picture(width), `camera ${at % 2}`)));
      expect(found.map(({ widthPixels, items }) => [widthPixels, items[0]?.box.x1])).toEqual(
        widths.map((width) => [width, (40 * width) / 256]),
      );
      expect(pool.status()).toEqual({ workers: 2, ready: 2, threadsPerWorker: 1, waiting: 0, restarts: 0 });
    });
  });

  test("keep the sentences of a file that cannot be used and of numbers that cannot be true", async () => {
    const { pool } = openPool({ workers: 2 });
    const missing = pool.load({ file: "/nowhere/model.onnx" });
    await expect(missing).rejects.toThrow(ModelLoadError);
    await expect(missing).rejects.toThrow("model /nowhere/model.onnx cannot be used: the file does not exist");
    await withOnnxFile(oneWeapon(60), async (file) => {
      const model = await pool.load({ file });
      const failing = model.detect(picture(256), "camera");
      await expect(failing).rejects.toThrow(ModelOutputError);
      await expect(failing).rejects.toThrow("model fixture returned an invalid output: a score of 60 in row 0");
      const short = model.detect({ ...picture(256), widthPixels: 255 }, "camera");
      await expect(short).rejects.toThrow(RangeError);
    });
  });

  test("refuse an execution provider that this machine does not have, and name those it has", async () => {
    const { pool } = openPool({});
    await withOnnxFile(oneWeapon(0.9), async (file) => {
      await expect(pool.load({ file, executionProvider: "abacus" })).rejects.toThrow(
        /cannot be used: the execution provider "abacus" is not available in ONNX Runtime on this machine; available: cpu/,
      );
    });
  });

  test("are replaced when they end: the picture in progress fails, the waiting ones are processed", async () => {
    const { pool, logged } = openPool({ entry: new URL("testing/failing-worker.ts", import.meta.url) });
    await withOnnxFile(oneWeapon(0.9), async (file) => {
      const model = await pool.load({ file });
      await expect(model.detect(picture(13), "camera")).rejects.toThrow("the inference worker ended: out of memory");
      await expect.poll(() => pool.status()).toMatchObject({ ready: 1, restarts: 1 });
      expect(await model.detect(picture(256), "camera")).toMatchObject({ widthPixels: 256 });
      expect(logged).toEqual(["inference worker ended; restarting"]);
    });
  });

  test("load a further model while the worker waits for its restart, and keep the others", async () => {
    const { pool } = openPool({ entry: new URL("testing/failing-worker.ts", import.meta.url) });
    await withOnnxFile(oneWeapon(0.9), async (file) => {
      const first = await pool.load({ file });
      for (const restarts of [1, 2]) {
        await expect.poll(() => pool.status()).toMatchObject({ ready: 1, restarts: restarts - 1 });
        await expect(first.detect(picture(13), "camera")).rejects.toThrow("out of memory");
      }
      const second = await pool.load({ file });
      const found = await Promise.all([first.detect(picture(256), "a"), second.detect(picture(512), "b")]);
      expect(found.map(({ widthPixels }) => widthPixels)).toEqual([256, 512]);
      expect(pool.status()).toMatchObject({ ready: 1, restarts: 2 });
    });
  });

  test("let a second worker continue while the first is replaced", async () => {
    const { pool } = openPool({ workers: 2, entry: new URL("testing/failing-worker.ts", import.meta.url) });
    await withOnnxFile(oneWeapon(0.9), async (file) => {
      const model = await pool.load({ file });
      const answers = await Promise.allSettled(
        [13, 256, 256, 256].map((width) => model.detect(picture(width), "camera")),
      );
      expect(answers.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
    });
  });

  test("end after the run in progress: ending them during a run must not end the program", async () => {
    const file = path.resolve(import.meta.dirname, "../../models/category-demo.onnx");
    const { pool } = openPool({});
    const model = await pool.load({ file });
    const detected = Array.from({ length: 20 }, () => model.detect(picture(256), "camera"));
    const outcomes = Promise.allSettled(detected);
    await detected[1];
    // The worker has been sent the third picture, and gets the order to end after that.
    await expect.poll(() => pool.status().waiting).toBeLessThan(18);
    await pool.close();
    expect((await outcomes).filter(({ status }) => status === "rejected")).not.toEqual([]);
  });

  test("reject what waits when they are closed, and what comes later", async () => {
    const { pool } = openPool({});
    await withOnnxFile(oneWeapon(0.9), async (file) => {
      const model = await pool.load({ file });
      const late = Promise.allSettled([model.detect(picture(512), "a"), model.detect(picture(512), "b")]);
      await pool.close();
      expect((await late).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
      await expect(model.detect(picture(512), "a")).rejects.toThrow("the models are closed");
    });
  });
});

function openPool(parts: Partial<PoolParts>) {
  const logged: string[] = [];
  const log = (_: object, message: string) => logged.push(message);
  const logger = { info: log, warn: log, error: log };
  const pool = createInferencePool({ workers: 1, threadsPerWorker: 1, logger, ...parts });
  onTestFinished(() => pool.close());
  return { pool, logged };
}

/** A model that finds one weapon wherever it is shown. */
function oneWeapon(score: number): OnnxFixture {
  const data = new Float32Array(6 * ROWS);
  for (const [channel, value] of [60, 40, 40, 20, score, 0].entries()) data[channel * ROWS] = value;
  return {
    metadata: { task: "detect", names: "{0: 'weapon', 1: 'battery'}", imgsz: "[192, 256]" },
    outputs: [{ name: "output0", dims: [1, 6, ROWS], data }],
  };
}

function picture(widthPixels: number) {
  const heightPixels = (widthPixels * 3) >> 2;
  return { rgb: new Uint8Array(widthPixels * heightPixels * 3), widthPixels, heightPixels };
}
