import { writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { ALPHABET, SYMBOLS } from "../../reading/number-grammar.ts";
import type { Picture } from "../../base/pictures/picture.ts";
import { buildOnnx } from "./onnx-fixture.ts";

/** A drawn character is a square of this side, whose red is full and whose green and blue spell it. */
const SIDE = 20;
const PITCH = 28;
/** Levels of green and blue from one character to the next. */
const STEP = 3;
const CELL = 4;
/** Factor of the logits that sets how certain both networks are. */
const SHARPNESS = 8;

/** Draws container numbers as the networks of `numberNetworks` read them: each at its place, on black. */
export function drawNumbers(
  texts: readonly { text: string; x?: number; y?: number }[],
  { widthPixels = 312, heightPixels = 64 } = {},
): Picture {
  const rgb = new Uint8Array(widthPixels * heightPixels * 3);
  for (const { text, x = 8, y = 12 } of texts) {
    for (const [index, letter] of Array.from(text).entries()) {
      const level = STEP * ALPHABET.indexOf(letter);
      for (let row = y; row < y + SIDE; row += 1) {
        const from = (row * widthPixels + x + index * PITCH) * 3;
        for (let at = from; at < from + SIDE * 3; at += 3) rgb.set([255, level, level], at);
      }
    }
  }
  return { rgb, widthPixels, heightPixels };
}

/** A PNG of one drawn number: a JPEG would blur it. */
export async function numberPng(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const { rgb, widthPixels: width, heightPixels: height } = drawNumbers([{ text }]);
  const drawn = sharp(rgb, { raw: { width, height, channels: 3 } });
  return new Uint8Array(await drawn.png().toBuffer());
}

/** Two real ONNX files that read what `drawNumbers` draws, in pictures of fewer than 320 pixels. */
function numberNetworks(): { characters: Uint8Array; lines: Uint8Array } {
  return { characters: buildCharacters(), lines: buildLines() };
}

/** Writes both files into a folder; returns their paths. */
export async function writeNumberNetworks(folder: string): Promise<{ characters: string; lines: string }> {
  const files = { characters: path.join(folder, "characters.onnx"), lines: path.join(folder, "lines.onnx") };
  const networks = numberNetworks();
  await writeFile(files.characters, networks.characters);
  await writeFile(files.lines, networks.lines);
  return files;
}

/**
 * Returns the weight and bias of a class's logit. For a value u, the logits 2·u·c − c² are greatest for the class c
 * nearest to it. Here u is a mean level over a block: `gain` × the sum of the weighed pixels + `shift`.
 */
const logitOf = (value: number, gain: number, shift: number) => ({
  weight: SHARPNESS * 2 * value * gain,
  bias: SHARPNESS * (2 * value * shift - value ** 2),
});

function buildCharacters(): Uint8Array {
  const pixels = CELL * CELL;
  const plane = (weight: number) => Array.from({ length: pixels }, () => weight / pixels);
  const none = plane(0);
  const letters = Array.from(ALPHABET, (_, value) => logitOf(value, 255 / STEP, 0));
  const weights = [
    // Whether: the red. Of equal neighbours the first cell counts, which is two cells from the middle.
    [...plane(40), ...none, ...none],
    ...Array.from({ length: 4 }, () => [...none, ...none, ...none]),
    ...letters.map(({ weight }) => [...none, ...plane(weight), ...none]),
  ].flat();
  const size = Math.log(SIDE / CELL);
  const bias = [-20, 2, 2, size, size, ...letters.map((letter) => letter.bias)];
  const data = { block: [CELL, CELL] as [number, number], inputChannels: 3, weights, bias };
  const metadata = { task: "container-number-characters", version: "1.0.0" };
  const outputs = [{ name: "output0", dims: [1, 5 + ALPHABET.length, 0, 0], data }];
  return buildOnnx({ metadata, input: [1, 3, "height", "width"], outputs });
}

function buildLines(): Uint8Array {
  const [height, used] = [32, 8];
  const first = (height - used) / 2;
  // Grey is (255 + 2 · STEP · value) / 3; black is taken for none.
  const [gain, shift] = [(255 * 3) / (2 * STEP), -255 / (2 * STEP)];
  const symbols = Array.from({ length: SYMBOLS }, (_, symbol) =>
    logitOf(symbol < ALPHABET.length ? symbol : -3, gain, shift),
  );
  const weights = symbols.flatMap(({ weight }) =>
    Array.from({ length: height * CELL }, (_, at) => {
      const row = Math.floor(at / CELL);
      // One of four columns of pixels: a mean of both sides of an edge would be taken for another character.
      return at % CELL === 0 && row >= first && row < first + used ? weight / used : 0;
    }),
  );
  const bias = symbols.map((symbol) => symbol.bias);
  const data = { block: [height, CELL] as [number, number], inputChannels: 1, weights, bias, squeeze: 2 };
  const metadata = { task: "container-number-lines", version: "1.0.0" };
  const outputs = [{ name: "output0", dims: [0, SYMBOLS, 96], data }];
  return buildOnnx({ metadata, input: ["lines", 1, height, 384], outputs });
}
