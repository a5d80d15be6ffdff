import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createMergeWorld } from "../../inspection/merging/testing.ts";
import { drawJpeg, scanBody } from "../../intake/testing.ts";
import { ExportError, exportTrainingData } from "./export-training-data.ts";

const { cloud, ann, sue, as, dataOf, scanned, merge, write, scan, unique } = await createMergeWorld();
const { db, storage } = cloud.parts;

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "training-data-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
/** A box of the test's pictures, which have 96 × 64 pixels. */
const box = (x1: number, y1: number, x2: number, y2: number) => ({ x: [x1, x2, x2, x1], y: [y1, y1, y2, y2] });
const textOf = (...parts: string[]) => readFile(path.join(...parts), "utf8");

test("pictures whose detections are all judged are written with the reviewers' classes, and the rest is counted", async () => {
  const detections = ["carton", "sack", "roll"].map((class_name) => ({ class_name, polygon: box(24, 16, 48, 32) }));
  const make = async (verdicts: object[]) => {
    const { containerId, scanId } = await dataOf(scan(unique(), await scanBody({ detections })));
    for (const [index, verdict] of verdicts.entries())
      await dataOf(as(sue, "PUT", `/containers/${containerId}/scans/${scanId}/detections/${index}/verdict`, verdict));
    return String(scanId);
  };
  const corrected = { verdict: "corrected", className: "drum" };
  const judged = await make([{ verdict: "confirmed" }, corrected, { verdict: "rejected" }]);
  const background = await make(Array.from({ length: 3 }, () => ({ verdict: "rejected" })));
  await make([{ verdict: "confirmed" }]);
  await make([]);

  const folder = await newFolder();
  const [category, ...others] = await exportTrainingData({ db, storage }, folder, { limit: 100 });
  expect(category).toEqual({ folder: "category", pictures: 2, labels: 2, leftOut: { unreviewed: 1 } });
  expect(others.map(({ pictures }) => pictures)).toEqual([0, 0, 0]);
  expect(await textOf(folder, "category/data.yaml")).toBe('names:\n  - "carton"\n  - "drum"\n');
  const outline = "0.25000 0.25000 0.50000 0.25000 0.50000 0.50000 0.25000 0.50000";
  expect(await textOf(folder, `category/labels/${judged}.txt`)).toBe(`0 ${outline}\n1 ${outline}\n`);
  expect(await textOf(folder, `category/labels/${background}.txt`)).toBe("");
  expect(await readFile(path.join(folder, `category/images/${judged}.jpg`))).toEqual(await drawJpeg());

  await expect(exportTrainingData({ db, storage }, folder, { limit: 1 })).rejects.toThrow(ExportError);
  const [fewer] = await exportTrainingData({ db, storage }, await newFolder(), { limit: 1 });
  expect(fewer).toMatchObject({ pictures: 1 });
});

test("outlines that reviewers corrected and objects that they added are labels", async () => {
  const detections = [{ class_name: "carton", polygon: box(24, 16, 48, 32) }];
  const { containerId, scanId } = await dataOf(scan(unique(), await scanBody({ detections })));
  const reviewed = `/containers/${containerId}/scans/${scanId}`;
  const moved = { verdict: "corrected", polygon: box(0, 0, 48, 32) };
  await dataOf(as(sue, "PUT", `${reviewed}/detections/0/verdict`, moved));
  await dataOf(as(sue, "POST", `${reviewed}/detections`, { className: "pistol", polygon: box(48, 32, 96, 64) }));
  const empty = await dataOf(scan(unique(), await scanBody({ detections: [] })));
  const place = `/containers/${empty.containerId}/scans/${empty.scanId}/detections`;
  await dataOf(as(sue, "POST", place, { className: "pistol", polygon: box(0, 0, 48, 32) }));

  const folder = await newFolder();
  await exportTrainingData({ db, storage }, folder, { limit: 100 });
  const names = [...(await textOf(folder, "category/data.yaml")).matchAll(/"(\w+)"/g)].map(([, name]) => name);
  const labels = async (id: string) =>
    (await textOf(folder, `category/labels/${id}.txt`))
      .trim()
      .split("\n")
      .map((line) => line.replace(/^\d+/, (number) => names[Number(number)] ?? ""));
  const whole = "0.00000 0.00000 0.50000 0.00000 0.50000 0.50000 0.00000 0.50000";
  expect(await labels(scanId)).toEqual([
    `carton ${whole}`,
    "pistol 0.50000 0.50000 1.00000 0.50000 1.00000 1.00000 0.50000 1.00000",
  ]);
  expect(await labels(empty.scanId)).toEqual([`pistol ${whole}`]);
});

test("photos of numbers that a person confirmed or corrected are named after the number as it is", async () => {
  const photo = async (number: string, seed: number) => {
    const characters = Array.from(number, (class_name, at) => ({
      class_name,
      polygon: box(4 + at * 8, 10, 10 + at * 8, 20),
    }));
    const detections = [{ class_name: number, polygon: box(4, 10, 90, 20) }, ...characters];
    const image = (await drawJpeg(seed)).toString("base64");
    return dataOf(write("evidence", number, { detections, image, user_email: ann.email }));
  };
  const confirmed = await photo("CSQU3054383", 1);
  await dataOf(as(sue, "PUT", `/containers/${confirmed.containerId}/number-confirmation`));
  const misread = await photo("TGHU7599338", 2);
  await dataOf(merge({ id: misread.containerId }, await scanned(1, { number: "TGHU7599330" })));
  await photo("MSKU9070323", 3);

  const folder = await newFolder();
  const numbers = (await exportTrainingData({ db, storage }, folder, { limit: 100 })).at(-1);
  expect(numbers).toEqual({ folder: "numbers", pictures: 2, labels: 22, leftOut: { "not a settled number": 1 } });
  const right = `TGHU7599330-${misread.evidenceId}`;
  expect((await readdir(path.join(folder, "numbers/images"))).toSorted()).toEqual([
    `CSQU3054383-${confirmed.evidenceId}.jpg`,
    `${right}.jpg`,
  ]);
  const lines = (await textOf(folder, `numbers/labels/${right}.txt`)).trim().split("\n");
  const names = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  expect(lines.map((line) => names[Number(line.split(" ")[0])]).join("")).toBe("TGHU7599330");
});
