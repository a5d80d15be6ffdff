import { and, asc, gt, lte } from "drizzle-orm";
import { findFilesByIds, keyOfFile } from "../../fleet/tracking/archive/file-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { evidence, scans } from "../../platform/db/tables.ts";
import { findRecordPictures, type ObjectFolder } from "../retention/picture-store.ts";

export type Picture = {
  key: string;
  /** SHA-256 of its bytes; undefined for pieces of releases. */
  sha256: string | undefined;
};
/** A record with the pictures that it names, none once they were deleted. */
export type PictureRecord = { id: string; deletedAt: Date | undefined; pictures: Picture[] };

export type IdRange = Parameters<typeof findRecordPictures>[2];

/** Records in the order of their ids, with the hashes of their pictures. */
export async function findPictures(db: Database, folder: ObjectFolder, range: IdRange): Promise<PictureRecord[]> {
  if (folder === "tracking") return findTrackingFiles(db, range);
  if (folder !== "releases") return findRecords(db, folder, range);
  const releases = await findRecordPictures(db, folder, range);
  return releases.map(({ id, keys }) => ({
    id,
    deletedAt: undefined,
    pictures: keys.map((key) => ({ key, sha256: undefined })),
  }));
}

async function findTrackingFiles(db: Database, range: IdRange) {
  const files = await findFilesByIds(db, range);
  return files.map((file) => ({
    id: file.id,
    deletedAt: undefined,
    pictures: [{ key: keyOfFile(file), sha256: file.sha256 }],
  }));
}

async function findRecords(db: Database, folder: "scans" | "evidence", { afterId, untilId, limit }: IdRange) {
  const table = folder === "scans" ? scans : evidence;
  const { id, imageKey, visualizationKey, thumbnailKey, imageDeletedAt } = table;
  const { imageSha256, visualizationSha256, thumbnailSha256 } = table;
  const columns = { id, imageKey, visualizationKey, thumbnailKey, imageDeletedAt };
  const hashes = { imageSha256, visualizationSha256, thumbnailSha256 };
  const deletedAt = folder === "scans" ? scans.imageDeletedAt : evidence.deletedAt;
  const rows = await db
    .select({ ...columns, ...hashes, deletedAt })
    .from(table)
    .where(and(gt(id, afterId), untilId === undefined ? undefined : lte(id, untilId)))
    .orderBy(asc(id))
    .limit(limit);
  return rows.map((row) => {
    const pictures: Picture[] = [
      ...pictureOf(row.imageKey, row.imageSha256),
      ...pictureOf(row.visualizationKey, row.visualizationSha256),
      ...pictureOf(row.thumbnailKey, row.thumbnailSha256),
    ];
    const [first] = [row.imageDeletedAt, row.deletedAt].filter((time) => time !== null).toSorted(byTime);
    return { id: row.id, deletedAt: first, pictures: first ? [] : pictures };
  });
}

const byTime = (one: Date, other: Date) => one.getTime() - other.getTime();

const pictureOf = (key: string | null, sha256: string | null): Picture[] =>
  key === null ? [] : [{ key, sha256: sha256 ?? undefined }];
