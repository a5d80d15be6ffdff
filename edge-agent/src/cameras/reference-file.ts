import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { replaceFile } from "../base/replace-file.ts";
import type { KnownScenes } from "./picture-health.ts";

const bytes = z.base64().transform((text) => Buffer.from(text, "base64"));
const file = z.object({
  /** Set-up of the camera; another set-up shows another picture. */
  setUp: z.string(),
  scenes: z.array(
    z
      .object({ widthPixels: z.int(), heightPixels: z.int(), levels: bytes, hidden: bytes.optional() })
      .refine(({ widthPixels, heightPixels, levels }) => widthPixels * heightPixels === levels.length),
  ),
});

export type ReferenceFile = { scenes: KnownScenes; save: (scenes: KnownScenes) => void };

/**
 * Keeps the reference picture of a camera, and the same place under other light, in a small file. A file of another
 * set-up, or one that cannot be read, counts as none: the reference picture is then learned again.
 */
export function openReferenceFile(name: string, setUp: string): ReferenceFile {
  return {
    scenes: readScenes(name, setUp),
    save(scenes) {
      if (scenes.length === 0) return rmSync(name, { force: true });
      const kept = scenes.map(({ widthPixels, heightPixels, levels, hidden }) => ({
        widthPixels,
        heightPixels,
        levels: Buffer.from(Uint8Array.from(levels, Math.round)).toString("base64"),
        hidden: hidden && Buffer.from(hidden).toString("base64"),
      }));
      mkdirSync(path.dirname(name), { recursive: true });
      replaceFile(name, JSON.stringify({ setUp, scenes: kept }));
    },
  };
}

function readScenes(name: string, setUp: string): KnownScenes {
  try {
    const read = file.parse(JSON.parse(readFileSync(name, "utf8")));
    if (read.setUp !== setUp) return [];
    return read.scenes.map((scene) => ({ ...scene, levels: Float32Array.from(scene.levels) }));
  } catch {
    return [];
  }
}
