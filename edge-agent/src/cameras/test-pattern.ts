import { z } from "zod";
import { fitPicture } from "./fit-picture.ts";
import { paceByTimestamps } from "./pace.ts";
import { framesPerSecondOption, lowerRate, paceOption, parseOptions } from "./source.ts";
import type { Picture, Source, SourceKind, SourceSettings } from "./source.ts";

/** `test:pattern`: drawn pictures, the same ones each time, to try everything behind the camera without one. */
export const testPatternKind: SourceKind = {
  scheme: "test",
  example: "test:pattern?width=640&height=480&fps=10",
  parse(url) {
    if (url.pathname !== "pattern") return { ok: false, problem: `the only test source is "test:pattern"` };
    const parsed = parseOptions(url, {
      width: z.coerce.number().int().min(64).max(3840).default(640),
      height: z.coerce.number().int().min(48).max(2160).default(480),
      fps: framesPerSecondOption.default(10),
      pace: paceOption,
    });
    return parsed.ok ? { ok: true, source: createTestPattern(parsed.options) } : parsed;
  },
};

type Options = { width: number; height: number; fps: number; pace: "realtime" | "consumer" };

function createTestPattern({ width, height, fps, pace }: Options): Source {
  async function* draw({ framesPerSecond, ...limits }: SourceSettings): AsyncGenerator<Picture> {
    const { width: widthPixels, height: heightPixels } = fitPicture({ width, height }, limits);
    const intervalMs = 1000 / (lowerRate(fps, framesPerSecond) ?? fps);
    for (let index = 0; ; index++) {
      const rgb = drawTestPattern(index, widthPixels, heightPixels);
      yield { ptsMs: index * intervalMs, widthPixels, heightPixels, rgb };
    }
  }
  return {
    pace: pace === "consumer" ? "consumer" : "live",
    pictures: (settings, signal) =>
      pace === "consumer" ? draw(settings) : paceByTimestamps(draw(settings), settings.monotonicMs, signal),
  };
}

type Rgb = readonly [number, number, number];
type Canvas = { widthPixels: number; heightPixels: number; rgb: Buffer };

const white: Rgb = [235, 235, 235];
const black: Rgb = [16, 16, 16];
const bars: readonly Rgb[] = [
  [180, 180, 180],
  [180, 180, 16],
  [16, 180, 180],
  [16, 180, 16],
  [180, 16, 180],
  [180, 16, 16],
  [16, 16, 180],
  [16, 16, 16],
];

/** Cells in the strip at the bottom: the picture's index modulo 65,536, most significant bit first, white is 1. */
export const indexBits = 16;

/** The pattern's `index`-th picture: colour bars, a box that runs across, one that runs down, the index as a strip. */
export function drawTestPattern(index: number, widthPixels: number, heightPixels: number): Uint8Array {
  const canvas = { widthPixels, heightPixels, rgb: Buffer.allocUnsafeSlow(widthPixels * heightPixels * 3) };
  bars.forEach((colour, bar) => {
    const left = Math.floor((bar * widthPixels) / bars.length);
    fill(canvas, left, 0, Math.floor(((bar + 1) * widthPixels) / bars.length) - left, 1, colour);
  });
  const rowBytes = widthPixels * 3;
  for (let row = 1; row < heightPixels; row++) canvas.rgb.copyWithin(row * rowBytes, 0, rowBytes);

  const strip = Math.floor(heightPixels / 8);
  const box = Math.floor(heightPixels / 6);
  const across = sweep(index * Math.ceil(widthPixels / 80), widthPixels - box);
  fill(canvas, across, Math.floor(heightPixels / 4), box, box, white);
  const down = sweep(index * Math.ceil(heightPixels / 60), heightPixels - strip - box);
  fill(canvas, Math.floor(widthPixels / 2), down, box, box, [230, 120, 20]);

  for (let bit = 0; bit < indexBits; bit++) {
    const left = Math.floor((bit * widthPixels) / indexBits);
    const right = Math.floor(((bit + 1) * widthPixels) / indexBits);
    const isSet = (index >> (indexBits - 1 - bit)) & 1;
    fill(canvas, left, heightPixels - strip, right - left, strip, isSet ? white : black);
  }
  return canvas.rgb;
}

/** There and back again between 0 and `range`. */
function sweep(distance: number, range: number): number {
  const span = Math.max(1, range);
  const along = distance % (2 * span);
  return along < span ? along : 2 * span - along;
}

function fill(canvas: Canvas, left: number, top: number, width: number, height: number, colour: Rgb): void {
  const rowBytes = canvas.widthPixels * 3;
  const right = Math.min(left + width, canvas.widthPixels);
  const bottom = Math.min(top + height, canvas.heightPixels);
  const first = top * rowBytes + left * 3;
  const lengthBytes = (right - left) * 3;
  for (let at = first; at < first + lengthBytes; at += 3) canvas.rgb.set(colour, at);
  for (let row = top + 1; row < bottom; row++) {
    canvas.rgb.copyWithin(row * rowBytes + left * 3, first, first + lengthBytes);
  }
}
