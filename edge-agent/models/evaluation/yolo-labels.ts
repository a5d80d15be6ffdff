import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { fillOutline, type Outline } from "./region.ts";
import type { Thing } from "./average-precision.ts";

/** One picture of a data set with its labels. */
export type LabelledPicture = { file: string; labelFile: string };

const dataSchema = z.object({ names: z.union([z.array(z.string()), z.record(z.string(), z.string())]) });
const PICTURE = /\.(jpe?g|png|webp|tiff?)$/i;

/**
 * Opens a folder in YOLO's layout: data.yaml with the names of the classes, pictures under images/, for each a file of the
 * same name under labels/ with one line for each thing. Throws an Error for a folder that is none.
 */
export async function openYoloFolder(folder: string): Promise<{ names: string[]; pictures: LabelledPicture[] }> {
  const text = await readFile(path.join(folder, "data.yaml"), "utf8");
  const { names } = dataSchema.parse(parse(text));
  const files = (await readdir(path.join(folder, "images"))).filter((name) => PICTURE.test(name)).toSorted();
  if (files.length === 0) throw new Error(`${path.join(folder, "images")} has no pictures`);
  const pictures = files.map((name) => ({
    file: path.join(folder, "images", name),
    labelFile: path.join(folder, "labels", `${path.parse(name).name}.txt`),
  }));
  return { names: Array.isArray(names) ? names : Object.values(names), pictures };
}

/** The things on a picture: none without a label file, as YOLO's tools have it. */
export async function readLabels(
  labelFile: string,
  names: readonly string[],
  { widthPixels, heightPixels }: { widthPixels: number; heightPixels: number },
): Promise<Thing[]> {
  const text = await readFile(labelFile, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line, index) => {
    const [classIndex, ...values] = line.trim().split(/\s+/).map(Number);
    const className = names[classIndex ?? -1];
    const outline = outlineOf(values, widthPixels, heightPixels);
    if (className === undefined || outline === null)
      throw new Error(`${labelFile}, line ${index + 1}: expected a class and a box (x y width height) or an outline (x y x y x y …)`);
    return { className, region: fillOutline(outline, widthPixels, heightPixels) };
  });
}

/** Converts shares of the picture to pixels; null if the values are neither a box nor an outline. */
function outlineOf(values: readonly number[], width: number, height: number): Outline | null {
  if (values.some((value) => !Number.isFinite(value))) return null;
  const [x = 0, y = 0, w = 0, h = 0] = values;
  if (values.length === 4) {
    const [left, right, top, bottom] = [(x - w / 2) * width, (x + w / 2) * width, (y - h / 2) * height, (y + h / 2) * height];
    return { x: [left, right, right, left], y: [top, top, bottom, bottom] };
  }
  if (values.length < 6 || values.length % 2 === 1) return null;
  return {
    x: values.filter((_, index) => index % 2 === 0).map((value) => value * width),
    y: values.filter((_, index) => index % 2 === 1).map((value) => value * height),
  };
}
