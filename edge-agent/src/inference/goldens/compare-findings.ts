import { z } from "zod";
import type { Detection, Polygon } from "../detections.ts";
import type { Picture } from "../../base/pictures/picture.ts";

/** Finding that a model must make in a golden picture. */
export const finding = z.object({
  classIndex: z.number(),
  confidence: z.number(),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** Lengths of runs of 0 and 1 in turn, row by row. */
  maskRuns: z.array(z.number()).optional(),
});
export type Finding = z.infer<typeof finding>;

/**
 * Lists differences between findings and those wanted, beyond the tolerance: boxes by a pixel, scores by a thousandth,
 * outlines that overlap with the mask's largest part by less than 0.97. Empty when they do not differ.
 */
export function differences(
  items: readonly Detection[],
  wanted: readonly Finding[],
  { picture, classNames }: { picture: Picture; classNames: readonly string[] },
): string[] {
  const inside = wanted.flatMap((one) => clip(one, picture) ?? []);
  const [found, expected] = [
    items.map(({ className }) => className),
    inside.map(({ classIndex }) => classNames[classIndex]),
  ].map((names) => names.join(", "));
  if (found !== expected) return [`found ${found}; wanted ${expected}`];
  return items.flatMap((item, index) => {
    const want = inside[index];
    return want ? differencesOf(item, want, picture).map((text) => `${item.className} ${index}: ${text}`) : [];
  });
}

function differencesOf({ confidence, box: found, polygon }: Detection, want: Finding, picture: Picture): string[] {
  const sides = Object.values(found).map((value, side) => Math.abs(value - (want.box[side] ?? Number.NaN)));
  return [
    Math.abs(confidence - want.confidence) < 1e-3 ? [] : `score ${confidence}, wanted ${want.confidence}`,
    Math.max(...sides) < 1 ? [] : `box ${Object.values(found).join(", ")}, wanted ${want.box.join(", ")}`,
    want.maskRuns ? outlineDifferences(polygon, maskOf(want.maskRuns, picture), picture) : [],
  ].flat();
}

/** Masks of 400 pixels and less are too small for a share of their area to mean much. */
function outlineDifferences(polygon: Polygon | null, mask: Uint8Array, picture: Picture): string[] {
  const part = largestPart(mask, picture);
  const area = part.reduce((sum, value) => sum + value, 0);
  if (area <= 400) return [];
  if (!polygon) return ["no outline"];
  const share = overlap(part, polygon, picture);
  return [
    share >= 0.97 ? [] : `the outline overlaps with its mask of ${area} pixels by ${share}`,
    polygon.x.length <= 200 ? [] : `an outline of ${polygon.x.length} points`,
  ].flat();
}

/** Ultralytics leaves boxes of RT-DETR reach beyond the picture; ours end at its borders. */
function clip(want: Finding, { widthPixels, heightPixels }: Picture): Finding | null {
  const [x1, y1, x2, y2] = want.box;
  const clipped: Finding["box"] = [
    Math.max(x1, 0),
    Math.max(y1, 0),
    Math.min(x2, widthPixels),
    Math.min(y2, heightPixels),
  ];
  return clipped[2] > clipped[0] && clipped[3] > clipped[1] ? { ...want, box: clipped } : null;
}

function maskOf(runs: readonly number[], { widthPixels, heightPixels }: Picture): Uint8Array {
  const mask = new Uint8Array(widthPixels * heightPixels);
  let at = 0;
  for (const [index, length] of runs.entries()) {
    mask.fill(index % 2, at, at + length);
    at += length;
  }
  return mask;
}

const NEIGHBOURS = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy] as const));

/** The largest part whose pixels touch at sides or corners. */
function largestPart(mask: Uint8Array, { widthPixels, heightPixels }: Picture): Uint8Array {
  const labels = new Int32Array(mask.length);
  let [largest, size] = [0, 0];
  for (let start = 0, label = 0; start < mask.length; start += 1) {
    if (mask[start] !== 1 || labels[start] !== 0) continue;
    label += 1;
    const queue = [start];
    labels[start] = label;
    for (let next = 0; next < queue.length; next += 1) {
      const [x, y] = [(queue[next] ?? 0) % widthPixels, Math.floor((queue[next] ?? 0) / widthPixels)];
      for (const [dx, dy] of NEIGHBOURS) {
        const [u, v] = [x + dx, y + dy];
        const at = v * widthPixels + u;
        const isInside = u >= 0 && v >= 0 && u < widthPixels && v < heightPixels;
        if (!isInside || mask[at] !== 1 || labels[at] !== 0) continue;
        labels[at] = label;
        queue.push(at);
      }
    }
    if (queue.length > size) [largest, size] = [label, queue.length];
  }
  return Uint8Array.from(labels, (label) => Number(label === largest && largest > 0));
}

/** Intersection over union of a mask and the pixels whose centres lie inside an outline. */
function overlap(mask: Uint8Array, outline: Polygon, { widthPixels, heightPixels }: Picture): number {
  let [both, either] = [0, 0];
  for (let y = 0; y < heightPixels; y += 1) {
    const crossings = crossingsAt(outline, y + 0.5);
    for (let x = 0; x < widthPixels; x += 1) {
      const inOutline = crossings.filter((crossing) => crossing < x + 0.5).length % 2 === 1;
      const inMask = mask[y * widthPixels + x] === 1;
      if (inOutline && inMask) both += 1;
      if (inOutline || inMask) either += 1;
    }
  }
  return both / either;
}

function crossingsAt({ x: xs, y: ys }: Polygon, height: number): number[] {
  return xs.flatMap((x1, index) => {
    const next = (index + 1) % xs.length;
    const [y1 = 0, x2 = 0, y2 = 0] = [ys[index], xs[next], ys[next]];
    return y1 > height === y2 > height ? [] : [x1 + ((height - y1) / (y2 - y1)) * (x2 - x1)];
  });
}
