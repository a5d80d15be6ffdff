import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { differences, finding } from "./goldens/compare-findings.ts";
import { readGoldenPicture } from "./goldens/read-goldens.ts";
import { layoutNames } from "./layouts/layout.ts";
import type { Picture } from "../base/pictures/picture.ts";
import { fillInput, fitPicture, type PictureFit } from "./letterbox.ts";
import { loadModel } from "./load-model.ts";
import { withOnnxFile } from "./testing/onnx-fixture.ts";

// What Ultralytics' own pipeline made of our model and pictures; deploy/goldens has the script.
const modelsFolder = path.resolve(import.meta.dirname, "../../models");
const goldens = z
  .object({
    pictures: z.array(
      z.object({
        picture: z.string(),
        letterboxSha256: z.string(),
        largeLetterboxSha256: z.string(),
        stretchedSha256: z.string(),
        croppedSha256: z.string(),
        findings: z.array(finding),
      }),
    ),
    layouts: z.array(
      z.object({
        layout: z.enum(layoutNames),
        metadata: z.record(z.string(), z.string()),
        outputs: z.array(z.object({ name: z.string(), dims: z.array(z.number()), data: z.array(z.number()) })),
        findings: z.array(finding),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(path.join(modelsFolder, "goldens/goldens.json"), "utf8")));

const readPicture = (name: string) => readGoldenPicture(path.join(modelsFolder, "goldens", name));

describe.each(goldens.pictures)("$picture", ({ picture: name, findings, ...golden }) => {
  test.each<[PictureFit, width: number, height: number, sha256: string]>([
    ["letterbox", 256, 192, golden.letterboxSha256],
    ["letterbox", 640, 640, golden.largeLetterboxSha256],
    ["stretch", 320, 320, golden.stretchedSha256],
    ["crop", 64, 64, golden.croppedSha256],
  ])("is brought to the input bit for bit as models are measured: %s %i × %i", async (fit, width, height, sha256) => {
    const picture = await readPicture(name);
    expect(sha256Of(prepare(fit, picture, { widthPixels: width, heightPixels: height }))).toBe(sha256);
  });

  test("gives the same findings: boxes within a pixel, scores to a thousandth, outlines that cover the masks", async () => {
    const picture = await readPicture(name);
    const model = await loadModel({ file: path.join(modelsFolder, "category-demo.onnx") }, () => 0);
    const { items } = await model.detect(picture);
    await model.close();
    expect(differences(items, findings, { picture, classNames: model.classNames })).toEqual([]);
  });
});

describe.each(goldens.layouts)("a model of layout $layout", ({ metadata, outputs, findings }) => {
  test("gives the same findings", async () => {
    const picture = await readPicture("odd.webp");
    await withOnnxFile({ metadata, outputs }, async (file) => {
      const model = await loadModel({ file }, () => 0);
      const { items } = await model.detect(picture);
      await model.close();
      expect(items.length).toBeGreaterThan(20);
      expect(differences(items, findings, { picture, classNames: model.classNames })).toEqual([]);
    });
  });
});

function prepare(fit: PictureFit, picture: Picture, size: { widthPixels: number; heightPixels: number }): Uint8Array {
  const area = size.widthPixels * size.heightPixels;
  const planes = new Float32Array(3 * area).fill(Number.NaN);
  fillInput(fit, picture, fitPicture(fit, picture, size), planes);
  return Uint8Array.from({ length: 3 * area }, (_, index) =>
    Math.round(255 * (planes[(index % 3) * area + Math.floor(index / 3)] ?? Number.NaN)),
  );
}

const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
