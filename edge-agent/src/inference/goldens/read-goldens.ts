import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { z } from "zod";
import type { Picture } from "../../base/pictures/picture.ts";
import { finding } from "./compare-findings.ts";

const goldensFile = z.object({
  model: z.string(),
  modelSha256: z.string(),
  pictures: z.array(z.object({ picture: z.string(), findings: z.array(finding) })),
});

/** Findings of a model file where it was measured; `folder` holds the pictures. */
export type Goldens = z.infer<typeof goldensFile> & { folder: string };

/** The goldens of a model file, from the folder `goldens` beside it; null when there are none for it. */
export async function readGoldens(modelFile: string): Promise<Goldens | null> {
  const folder = path.join(path.dirname(modelFile), "goldens");
  const text = await readFile(path.join(folder, "goldens.json"), "utf8").catch(() => null);
  if (text === null) return null;
  const goldens = goldensFile.parse(JSON.parse(text));
  return goldens.model === path.basename(modelFile) ? { ...goldens, folder } : null;
}

/** The pixels of a picture that was stored without loss. */
export async function readGoldenPicture(file: string): Promise<Picture> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  return { rgb: new Uint8Array(data), widthPixels: info.width, heightPixels: info.height };
}
