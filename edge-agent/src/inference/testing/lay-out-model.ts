import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildOnnx } from "./onnx-fixture.ts";

/** Predictions of a v8 detection model for an input of 256 × 192. */
const ROWS = 1_008;
/** Picture of 400 × 300 pixels; the model sees it at 256 × 192. */
const PICTURE = path.resolve(import.meta.dirname, "../../../models/goldens/whole.webp");

/** Object in input pixels: centre, width and height; then the scores for a carton and for a barrel. */
type Found = readonly [x: number, y: number, width: number, height: number, carton: number, barrel: number];
const CARTON: Found = [128, 96, 80, 60, 0.9, 0];

/**
 * A model that finds one carton in every picture, or `found`, of the classes carton and barrel, with a golden picture
 * that wants this score of a carton; null: without one. `times`: how often a check looks at that picture.
 */
export function layOutModel(
  folder: string,
  {
    version,
    score = 0.9,
    times = 1,
    found = [CARTON],
  }: { version: string; score?: number | null; times?: number; found?: Found[] },
): string {
  mkdirSync(path.join(folder, "goldens"), { recursive: true });
  const predictions = new Float32Array(6 * ROWS);
  for (const [at, values] of found.entries())
    for (const [row, value] of values.entries()) predictions[row * ROWS + at] = value;
  const metadata = { task: "detect", names: "{0: 'carton', 1: 'barrel'}", imgsz: "[192, 256]", version };
  const bytes = buildOnnx({ metadata, outputs: [{ name: "output0", dims: [1, 6, ROWS], data: predictions }] });
  const file = path.join(folder, "cargo.onnx");
  writeFileSync(file, bytes);
  if (score === null) return file;
  copyFileSync(PICTURE, path.join(folder, "goldens", "whole.webp"));
  const findings = found.map(([x, y, width, height, carton, barrel]) => ({
    classIndex: carton > 0 ? 0 : 1,
    confidence: carton > 0 ? score : barrel,
    box: [x - width / 2, y - height / 2, x + width / 2, y + height / 2].map((edge) => edge * (400 / 256)),
  }));
  const modelSha256 = createHash("sha256").update(bytes).digest("hex");
  const goldens = {
    model: "cargo.onnx",
    modelSha256,
    pictures: Array.from({ length: times }, () => ({ picture: "whole.webp", findings })),
  };
  writeFileSync(path.join(folder, "goldens", "goldens.json"), JSON.stringify(goldens));
  return file;
}
