import { availableParallelism } from "node:os";
import { InferenceSession, Tensor } from "onnxruntime-node";
import type { Picture } from "./letterbox.ts";

/** The size in pixels of the strips that lines are read from. */
export const STRIP_HEIGHT = 32;
export const STRIP_WIDTH = 384;
/** What a column of a strip may show: 36 characters, or none. */
export const LINE_CLASSES = 37;

/** The two networks that read container numbers, as `edge-agent/models/training/container_numbers` trains them. */
export type NumberNetworks = {
  /** The detector of characters on a picture; rows and columns are a quarter of its size. */
  findCharacters(picture: Picture): Promise<{ data: Float32Array; rows: number; columns: number }>;
  /** The reader of lines on strips of `STRIP_HEIGHT` × `STRIP_WIDTH`: of each strip, logits [37, 96]. */
  readStrips(strips: readonly Float32Array[]): Promise<Float32Array[]>;
  close(): Promise<void>;
};

/** Sides of the detector's input are whole multiples of this. */
const SIDE_STEP = 32;

/** Opens both ONNX files. `threads` are those of one run; default 2, or 1 on a machine with one core. */
export async function openNumberNetworks(
  files: { characters: string; lines: string },
  { threads = Math.min(2, availableParallelism()) }: { threads?: number } = {},
): Promise<NumberNetworks> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: ["cpu"],
    graphOptimizationLevel: "all",
    intraOpNumThreads: threads,
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  };
  const characters = await InferenceSession.create(files.characters, options);
  const lines = await InferenceSession.create(files.lines, options);
  return {
    async findCharacters(picture) {
      const { data, height, width } = planesOf(picture);
      const outputs = await characters.run({ images: new Tensor("float32", data, [1, 3, height, width]) });
      return { data: floatsOf(outputs["output0"]), rows: height / 4, columns: width / 4 };
    },
    async readStrips(strips) {
      if (strips.length === 0) return [];
      const whole = new Float32Array(strips.length * STRIP_HEIGHT * STRIP_WIDTH);
      for (const [index, strip] of strips.entries()) whole.set(strip, index * STRIP_HEIGHT * STRIP_WIDTH);
      const dims = [strips.length, 1, STRIP_HEIGHT, STRIP_WIDTH];
      const outputs = await lines.run({ images: new Tensor("float32", whole, dims) });
      const data = floatsOf(outputs["output0"]);
      const size = (LINE_CLASSES * STRIP_WIDTH) / 4;
      return strips.map((_, index) => data.subarray(index * size, (index + 1) * size));
    },
    async close() {
      await Promise.all([characters.release(), lines.release()]);
    },
  };
}

/** Planes R, G, B of 0..1; grey fills what the sides lack to whole multiples of 32. */
function planesOf({ rgb, widthPixels, heightPixels }: Picture) {
  const [width, height] = [widthPixels, heightPixels].map((side) => Math.ceil(side / SIDE_STEP) * SIDE_STEP);
  if (width === undefined || height === undefined) throw new Error("a picture has two sides");
  const plane = width * height;
  const data = new Float32Array(3 * plane).fill(114 / 255);
  for (let y = 0; y < heightPixels; y += 1) {
    let from = y * widthPixels * 3;
    for (let to = y * width; to < y * width + widthPixels; to += 1, from += 3) {
      data[to] = (rgb[from] ?? 0) / 255;
      data[plane + to] = (rgb[from + 1] ?? 0) / 255;
      data[2 * plane + to] = (rgb[from + 2] ?? 0) / 255;
    }
  }
  return { data, width, height };
}

function floatsOf(tensor: Tensor | undefined): Float32Array {
  if (tensor?.data instanceof Float32Array) return tensor.data;
  throw new Error("the number reader's output is not float32");
}
