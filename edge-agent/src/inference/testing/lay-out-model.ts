import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildOnnx } from "./onnx-fixture.ts";

/** Predictions of a v8 detection model for an input of 256 × 192. */
const ROWS = 1_008;
/** Of 400 × 300 pixels; the model sees it at 256 × 192. */
const PICTURE = path.resolve(import.meta.dirname, "../../../models/goldens/whole.webp");

/**
 * A model that finds one carton in every picture, of the classes carton and barrel, with a golden picture that wants
 * this score; null: without one. `times`: how often a check looks at that picture.
 */
export function layOutModel(
  folder: string,
  { version, score = 0.9, times = 1 }: { version: string; score?: number | null; times?: number },
): string {
  mkdirSync(path.join(folder, "goldens"), { recursive: true });
  const predictions = new Float32Array(6 * ROWS);
  for (const [row, value] of [128, 96, 80, 60, 0.9, 0].entries()) predictions[row * ROWS] = value;
  const metadata = { task: "detect", names: "{0: 'carton', 1: 'barrel'}", imgsz: "[192, 256]", version };
  const bytes = buildOnnx({ metadata, outputs: [{ name: "output0", dims: [1, 6, ROWS], data: predictions }] });
  const file = path.join(folder, "cargo.onnx");
  writeFileSync(file, bytes);
  if (score === null) return file;
  copyFileSync(PICTURE, path.join(folder, "goldens", "whole.webp"));
  const findings = [{ classIndex: 0, confidence: score, box: [137.5, 103.125, 262.5, 196.875] }];
  const modelSha256 = createHash("sha256").update(bytes).digest("hex");
  const goldens = {
    model: "cargo.onnx",
    modelSha256,
    pictures: Array.from({ length: times }, () => ({ picture: "whole.webp", findings })),
  };
  writeFileSync(path.join(folder, "goldens", "goldens.json"), JSON.stringify(goldens));
  return file;
}
