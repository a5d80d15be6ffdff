import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createInferencePool } from "./inference-pool.ts";
import { ModelLoadError, ModelOutputError } from "./model-errors.ts";
import type { NumberReaderSettings } from "./number-networks.ts";
import { drawNumbers, writeNumberNetworks } from "./testing/number-fixture.ts";
import { buildOnnx, type OnnxFixture, withOnnxFile } from "./testing/onnx-fixture.ts";

const [ONE, OTHER] = ["CSQU3054383", "TGHU7599330"];

describe("the number reader in the inference workers", () => {
  test("reads the number of a picture, and those of two containers in one", async () => {
    const { pool, files } = await openReader();
    const reader = await pool.loadNumberReader(files);
    expect(reader).toMatchObject({ name: "characters + lines", version: "1.0.0", executionProvider: "cpu" });
    const { places, inferenceMs } = await reader.read(drawNumbers([{ text: ONE }]), "camera");
    expect(places.map(({ candidates: [best], isAgreed }) => [best?.text, isAgreed])).toEqual([[ONE, true]]);
    expect(places[0]?.confidence).toBeGreaterThan(0.97);
    expect(places[0]?.characters.map(({ x }) => Math.round(x))).toEqual(
      Array.from({ length: 11 }, (_, at) => 18 + 28 * at),
    );
    expect(inferenceMs).toBeGreaterThan(0);
    const both = drawNumbers([{ text: ONE }, { text: OTHER, y: 120 }], { heightPixels: 160 });
    const read = await reader.read(both, "camera");
    expect(read.places.map(({ candidates: [best] }) => best?.text)).toEqual(expect.arrayContaining([ONE, OTHER]));
    expect((await reader.read(drawNumbers([]), "camera")).places).toEqual([]);
  });

  test("reads the size-type code beside a number", async () => {
    const { pool, files } = await openReader();
    const reader = await pool.loadNumberReader(files);
    const size = { heightPixels: 160 };
    const with45 = drawNumbers([{ text: ONE }, { text: "45R1", y: 44 }], size);
    const [place] = (await reader.read(with45, "camera")).places;
    expect([place?.candidates[0]?.text, place?.sizeType]).toEqual([ONE, "45R1"]);
    const without = drawNumbers([{ text: ONE }, { text: "TARE", y: 44 }], size);
    expect((await reader.read(without, "camera")).places[0]?.sizeType).toBeNull();
  });

  test("takes no other text for a number", async () => {
    const { pool, files } = await openReader();
    const reader = await pool.loadNumberReader(files);
    expect((await reader.read(drawNumbers([{ text: "TARU6390B19" }]), "camera")).places).toEqual([]);
  });

  test("takes a recogniser of PP-OCR's kind, with its dictionary in the metadata or beside it", async () => {
    const { pool, files, folder } = await openReader();
    const dictionary = [...Array.from("0123456789:abcABCDEFGHIJKLMNOPQRSTUVWXYZ"), "中"];
    const characters = path.join(folder, "recogniser.onnx");
    const read = async (metadata: Record<string, string>, input: OnnxFixture["input"] = [1, 3, 48, "width"]) => {
      await writeFile(characters, buildOnnx({ ...recogniserOf(ONE, dictionary, metadata), input }));
      const reader = await pool.loadNumberReader({ ...files, lines: [characters] });
      const { places } = await reader.read(drawNumbers([{ text: ONE }]), "camera");
      const [other] = (await reader.read(drawNumbers([{ text: OTHER }]), "camera")).places;
      return [places[0]?.candidates[0]?.text, places[0]?.isAgreed, other?.isAgreed];
    };
    const character = dictionary.join("\n");
    expect(await read({ character })).toEqual([ONE, true, false]);
    // As PaddlePaddle's converter writes it.
    expect(await read({ character }, ["lines", 3, "height", "width"])).toEqual([ONE, true, false]);
    await expect(read({})).rejects.toThrow(
      /no dictionary: neither "character" in its metadata nor .*recogniser\.txt, ppocr_keys_v1\.txt, /,
    );
    // PaddleOCR's name, and a dictionary as those of PP-OCRv5 begin.
    const shared = path.join(folder, "ppocr_keys_v1.txt");
    await writeFile(shared, ["blank", ...dictionary].join("\n"));
    expect(await read({})).toEqual([ONE, true, false]);
    await rm(shared);
    await writeFile(path.join(folder, "recogniser.txt"), `${dictionary.join("\r\n")}\r\n`);
    expect(await read({})).toEqual([ONE, true, false]);
    await expect(read({ character: "0\n1\n2" })).rejects.toThrow("3 characters, its output 42 classes");
    await expect(read({ character: "X".repeat(41).split("").join("\n") })).rejects.toThrow("lacks 0, 1, 2");
  });

  test("lets a recogniser vote with the reader of lines, and find a number of which a character is missing", async () => {
    const { pool, files, lines, folder } = await openReader();
    const recogniser = path.join(folder, "recogniser.onnx");
    const dictionary = Array.from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    await writeFile(recogniser, buildOnnx(recogniserOf(ONE, dictionary, { character: dictionary.join("\n") })));
    const reader = await pool.loadNumberReader({ ...files, lines: [recogniser, lines] });
    expect(reader.name).toBe("characters + recogniser + lines");
    const read = async (text: string) => (await reader.read(drawNumbers([{ text }]), "camera")).places[0];
    const shown = async (text: string) => {
      const place = await read(text);
      return [place?.candidates[0]?.text, place?.isAgreed];
    };
    expect(await shown(ONE)).toEqual([ONE, true]);
    // Its own reading is one vote, and what the others read is far from it.
    expect((await read(OTHER))?.confidence).toBeLessThan(0.5);
    expect(await shown(ONE.slice(0, -1))).toEqual([ONE, false]);
    await expect(pool.loadNumberReader({ ...files, lines: [lines, lines] })).rejects.toThrow("of the kind of lines");
  });

  test("is loaded again by a worker that replaces another", async () => {
    const { pool, files } = await openReader(new URL("testing/failing-worker.ts", import.meta.url));
    const reader = await pool.loadNumberReader(files);
    await expect(reader.read(drawNumbers([], { widthPixels: 13 }), "camera")).rejects.toThrow("out of memory");
    await expect.poll(() => pool.status()).toMatchObject({ ready: 1, restarts: 1 });
    expect((await reader.read(drawNumbers([{ text: ONE }]), "camera")).places).toHaveLength(1);
  });

  test("refuses a file that is missing, or another model, by its name", async () => {
    const { pool, files, lines } = await openReader();
    const refusal = (changes: Partial<NumberReaderSettings>) =>
      pool.loadNumberReader({ ...files, ...changes }).catch((error: unknown) => error);
    const missing = await refusal({ lines: ["/nowhere/lines.onnx"] });
    expect(missing).toBeInstanceOf(ModelLoadError);
    expect(missing).toMatchObject({
      message: expect.stringContaining("model /nowhere/lines.onnx cannot be used: the file does not exist"),
    });
    expect(await refusal({ characters: lines })).toMatchObject({
      file: lines,
      reason: expect.stringMatching(/^its input is \[lines, 1, 32, 384\]; expected .* not a detector of a container/),
    });
    expect(await refusal({ lines: [files.characters] })).toMatchObject({
      file: files.characters,
      reason: expect.stringMatching(/^its input is \[1, 3, height, width\]; expected .* not a reader of a container/),
    });
    expect(await refusal({ executionProvider: "abacus" })).toMatchObject({
      reason: expect.stringContaining('the execution provider "abacus" is not available'),
    });
  });

  test("refuses outputs of another shape, and numbers that cannot be true", async () => {
    const { pool, files } = await openReader();
    await withOnnxFile(linesOf(new Float32Array(2 * 40 * 96), 40), async (lines) => {
      await expect(pool.loadNumberReader({ ...files, lines: [lines] })).rejects.toThrow(
        "its output for an input of [2, 1, 32, 384] is output0 float32 [2, 40, 96], expected float32 [2, 37, 96]",
      );
    });
    await withOnnxFile(linesOf(new Float32Array(2 * 37 * 96).fill(NaN), 37), async (lines) => {
      await expect(pool.loadNumberReader({ ...files, lines: [lines] })).rejects.toThrow(
        "numbers in output0 are NaN or infinite",
      );
    });
    await withOnnxFile(linesOf(new Float32Array(2 * 37 * 96), 37), async (lines) => {
      const reader = await pool.loadNumberReader({ ...files, lines: [lines] });
      // It answers two lines, however many there are.
      await expect(reader.read(drawNumbers([{ text: ONE }]), "camera")).rejects.toThrow(ModelOutputError);
    });
  });
});

async function openReader(entry?: URL) {
  const folder = await mkdtemp(path.join(tmpdir(), "number-networks-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const logger = { info: () => {}, warn: () => {}, error: () => {} };
  const pool = createInferencePool({ workers: 1, threadsPerWorker: 1, logger, ...(entry && { entry }) });
  onTestFinished(() => pool.close());
  const { characters, lines } = await writeNumberNetworks(folder);
  return { pool, files: { characters, lines: [lines] }, lines, folder };
}

/** A recogniser that reads one text, whatever it sees: a blank between two characters. */
function recogniserOf(text: string, dictionary: readonly string[], metadata: Record<string, string>): OnnxFixture {
  const [steps, classes] = [72, dictionary.length + 1];
  const data = new Float32Array(steps * classes);
  for (let step = 0; step < steps; step += 1) {
    const letter = step % 4 === 2 ? text[(step - 2) / 4] : undefined;
    data[step * classes + (letter === undefined ? 0 : dictionary.indexOf(letter) + 1)] = 1;
  }
  const outputs = [{ name: "softmax", dims: [1, steps, classes], data }];
  return { metadata, input: [1, 3, 48, "width"], outputs };
}

/** A reader of lines whose outputs are always these. */
function linesOf(data: Float32Array, classes: number): OnnxFixture {
  return { metadata: {}, input: ["lines", 1, 32, 384], outputs: [{ name: "output0", dims: [2, classes, 96], data }] };
}
