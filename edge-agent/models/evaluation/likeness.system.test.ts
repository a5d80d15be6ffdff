import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { readModelMetadata } from "../../src/inference/model-metadata.ts";

const models = path.resolve(import.meta.dirname, "..");
const run = promisify(execFile);

/** A folder with three pictures of loads, and a copy of the category model beside it. */
async function layOut() {
  const folder = await mkdtemp(path.join(tmpdir(), "likeness-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const loads = ["load-1.jpg", "load-2.jpg", "load-3.jpg"];
  for (const name of loads) await copyFile(path.join(models, "samples", name), path.join(folder, name));
  const model = path.join(folder, "cargo.onnx");
  await copyFile(path.join(models, "category-demo-int8.onnx"), model);
  const likeness = async (...words: string[]) =>
    (await run(process.execPath, [path.join(import.meta.dirname, "likeness.ts"), ...words, "--model", model])).stdout;
  return { folder, model, likeness };
}

test("figures of a folder are written into a model, and pictures are marked by them", async () => {
  const { folder, model, likeness } = await layOut();
  expect(await likeness(folder, "--write")).toContain("likeness_quantiles of 3 pictures written");
  expect(readModelMetadata(await readFile(model)).likeness).toMatchObject({ pictures: 3 });
  // The strangest of three lies above what 98 % of them stay below.
  expect(await likeness(folder)).toContain("3 pictures: 33.3 % of 3 judged pictures are marked");
});

test("a folder without pictures is refused, and the model stays as it was", async () => {
  const { folder, model, likeness } = await layOut();
  const before = await readFile(model);
  const empty = await mkdtemp(path.join(folder, "empty-"));
  await expect(likeness(empty, "--write")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("has no pictures"),
  });
  expect((await readFile(model)).equals(before)).toBe(true);
});
