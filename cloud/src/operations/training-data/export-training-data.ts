import { createWriteStream } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { type ScanType, scanType } from "@container-inspection/shared-schemas/scans";
import { confirmationOf } from "../../inspection/record/present-container.ts";
import { labelNumber } from "../../inspection/evidence/number-label-rules.ts";
import { formatLabel, type Label, labelPicture } from "../../inspection/scans/label-rules.ts";
import { findJudgedScans, findPhotosWithFindings } from "../../inspection/scans/training-store.ts";
import { findVerdictsOf } from "../../inspection/pictures/verdict-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { makeFolder } from "../../platform/storage/durable-files.ts";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";

export type ExportParts = { db: Database; storage: ObjectStorage };

/** Number of pictures that one folder got, and number of those that were left out, by reason. */
export type ExportCounts = { folder: string; pictures: number; labels: number; leftOut: Record<string, number> };

/** The folder is unusable; the message states what to do. */
export class ExportError extends Error {
  override name = "ExportError";
}

/** Rows that are read at once. */
const PAGE = 100;
const EXTENSIONS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/tiff": "tif",
};
const ALPHABET = Array.from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");

type Picture = { name: string; key: string; contentType: string };
/** One picture with its labels, or the reason why it is left out. */
type Entry = { picture: Picture; labels: Label[] } | { leftOut: string };

/**
 * Writes the pictures that reviewers have judged, with labels in YOLO's layout, into a new folder: `category`, `defect`
 * and `illegal` for scans whose detections all have a verdict, `numbers` for photos of container numbers that a person
 * confirmed or corrected; at most `limit` pictures each. Pictures are streamed one at a time.
 */
export async function exportTrainingData(
  parts: ExportParts,
  folder: string,
  { limit }: { limit: number },
): Promise<ExportCounts[]> {
  await makeFolder(folder, 0o700);
  if ((await readdir(folder)).length > 0) throw new ExportError(`${folder} is not empty: name a new folder.`);
  const counts: ExportCounts[] = [];
  for (const type of scanType.options)
    counts.push(await writeSet(parts, pathInside(folder, type), judgedScans(parts, type), { limit, names: [] }));
  counts.push(await writeSet(parts, path.join(folder, "numbers"), settledNumbers(parts), { limit, names: ALPHABET }));
  return counts;
}

async function* judgedScans({ db }: ExportParts, type: ScanType): AsyncGenerator<Entry> {
  let afterId = "";
  for (;;) {
    const scans = await findJudgedScans(db, { type, afterId, limit: PAGE });
    const verdictsOf = await findVerdictsOf(db, scans.map(({ id }) => id)); // prettier-ignore
    for (const { id, detections, imageKey, imageContentType, imageWidth, imageHeight } of scans) {
      const size = { width: imageWidth ?? 0, height: imageHeight ?? 0 };
      const judged = labelPicture(detections, verdictsOf(id), size);
      if (judged.kind !== "labels") yield { leftOut: judged.kind };
      else yield { picture: { name: id, key: imageKey ?? "", contentType: imageContentType ?? "" }, ...judged };
    }
    const last = scans.at(-1);
    if (!last || scans.length < PAGE) return;
    afterId = last.id;
  }
}

async function* settledNumbers({ db }: ExportParts): AsyncGenerator<Entry> {
  let afterId = "";
  for (;;) {
    const rows = await findPhotosWithFindings(db, { afterId, limit: PAGE });
    for (const { photo, container } of rows) {
      const { id, detections, imageKey: key, imageContentType: contentType, imageWidth, imageHeight } = photo;
      const { containerNumber } = container;
      const truth = { containerNumber, isConfirmed: confirmationOf(container) !== null };
      const labels = labelNumber(detections, truth, { width: imageWidth, height: imageHeight });
      if (labels) yield { picture: { name: `${containerNumber}-${id}`, key, contentType }, labels };
      else yield { leftOut: "not a settled number" };
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    afterId = last.photo.id;
  }
}

/** Writes one data set; the classes are numbered in the order in which they appear, after those that are given. */
async function writeSet(
  { storage }: ExportParts,
  folder: string,
  entries: AsyncIterable<Entry>,
  { limit, names: given }: { limit: number; names: readonly string[] },
): Promise<ExportCounts> {
  await makeFolder(path.join(folder, "images"), 0o700);
  await makeFolder(path.join(folder, "labels"), 0o700);
  const counts: ExportCounts = { folder: path.basename(folder), pictures: 0, labels: 0, leftOut: {} };
  const leaveOut = (reason: string) => (counts.leftOut[reason] = (counts.leftOut[reason] ?? 0) + 1);
  const names = [...given];
  for await (const entry of entries) {
    if (counts.pictures === limit) break;
    if ("leftOut" in entry) {
      leaveOut(entry.leftOut);
      continue;
    }
    const { picture, labels } = entry;
    const bytes = await storage.read(picture.key);
    if (!bytes) {
      leaveOut("picture missing");
      continue;
    }
    const file = `${picture.name}.${EXTENSIONS[picture.contentType] ?? "jpg"}`;
    await pipeline(bytes, createWriteStream(pathInside(folder, "images", file), { flags: "wx", mode: 0o600 }));
    for (const { className } of labels) if (!names.includes(className)) names.push(className);
    const lines = labels.map((label) => `${formatLabel(names.indexOf(label.className), label)}\n`);
    await writeFile(pathInside(folder, "labels", `${picture.name}.txt`), lines.join(""), { mode: 0o600 });
    counts.pictures += 1;
    counts.labels += labels.length;
  }
  // Strings of JSON are strings of YAML too.
  const lines = names.map((name) => `  - ${JSON.stringify(name)}\n`);
  const data = names.length === 0 ? "names: []\n" : `names:\n${lines.join("")}`;
  await writeFile(path.join(folder, "data.yaml"), data, { mode: 0o600 });
  return counts;
}
