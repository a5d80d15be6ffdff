import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { readFailure } from "../base/key-file.ts";
import type { Strip, StripSize } from "../reading/strip.ts";
import type { LineReader } from "./line-reader.ts";
import type { NumberSession } from "./number-session.ts";
import { columnsOf, mapClasses } from "./recogniser-columns.ts";

const HEIGHT_PIXELS = 48;
/** Greatest width for a file that leaves it open: eleven characters one below the other, with gaps. */
const WIDTH_PIXELS = 640;
/** Widths that such a file is run at: a line takes as long as it is wide. */
const WIDTH_STEP_PIXELS = 16;
/** A boxed check digit stands apart and is often not found, so a line is read on beyond the last character found. */
const BEYOND_HEIGHTS = 3.2;

/** Returns true if a file takes the input of PP-OCR's recognisers: [1, 3, 48, width], or all but the channels open. */
export function isRecogniser({ inputShape: [lines, channels, height] }: Pick<NumberSession, "inputShape">): boolean {
  const isOpen = typeof lines === "string" && typeof height === "string";
  return channels === 3 && (height === HEIGHT_PIXELS || isOpen);
}

/**
 * A recogniser of PP-OCR's kind as a reader of lines: one line a run, output [1, steps, classes], blank first. Its
 * dictionary is in the metadata (`character`), in a file of the same name that ends in .txt, or in one of PaddleOCR's
 * own beside it; one character a line.
 */
export async function openRecogniser(file: string, session: NumberSession): Promise<LineReader> {
  const { name, version, inputShape, metadata } = session;
  const strip: StripSize =
    typeof inputShape[3] === "number"
      ? { heightPixels: HEIGHT_PIXELS, widthPixels: inputShape[3], beyondHeights: BEYOND_HEIGHTS }
      : {
          heightPixels: HEIGHT_PIXELS,
          widthPixels: WIDTH_PIXELS,
          widthStepPixels: WIDTH_STEP_PIXELS,
          beyondHeights: BEYOND_HEIGHTS,
        };
  const run = async (input: Float32Array) => {
    const dims = [1, 3, HEIGHT_PIXELS, input.length / (3 * HEIGHT_PIXELS)];
    const { data, dims: shape } = await session.run(input, dims, [1, null, null]);
    return { data, steps: shape[1] ?? 0, classes: shape[2] ?? 0 };
  };
  const trial = await run(new Float32Array(3 * HEIGHT_PIXELS * strip.widthPixels));
  const places = mapClasses(metadata.dictionary ?? (await readDictionary(file)), trial.classes);
  const readStrip = async (line: Strip) => {
    const { data, steps } = await run(toPlanes(line));
    return columnsOf(data, { steps, used: Math.ceil((line.width / line.widthPixels) * steps), places });
  };
  return {
    name,
    version,
    strip,
    async readStrips(strips) {
      const columns = [];
      for (const line of strips) columns.push(await readStrip(line));
      return columns;
    },
    close: () => session.close(),
  };
}

/** Grey as all three colours, -1..1. */
function toPlanes({ levels }: Strip): Float32Array {
  const plane = levels.map((level) => level * 2 - 1);
  const whole = new Float32Array(3 * plane.length);
  for (let channel = 0; channel < 3; channel += 1) whole.set(plane, channel * plane.length);
  return whole;
}

/** Names of PaddleOCR's own dictionaries, which lie beside its recognisers. */
const SHARED = ["ppocr_keys_v1.txt", "ppocrv5_dict.txt", "en_dict.txt"];

async function readDictionary(file: string): Promise<string[]> {
  const { dir, name } = path.parse(file);
  const own = pathInside(dir, `${name}.txt`);
  for (const beside of [own, ...SHARED.map((shared) => pathInside(dir, shared))]) {
    const text = await readIfThere(beside);
    if (text === null) continue;
    return text
      .replace(/^\uFEFF/, "")
      .replace(/\r?\n$/, "")
      .split(/\r?\n/);
  }
  const places = [own, ...SHARED].join(", ");
  throw new Error(`it has no dictionary: neither "character" in its metadata nor one of the files ${places} beside it`);
}

/** The text of a file; null where there is none. */
async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const code = readFailure(error);
    if (code === "ENOENT") return null;
    throw new Error(`its dictionary ${file} cannot be read (${code})`, { cause: error });
  }
}
