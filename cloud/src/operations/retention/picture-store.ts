import { and, asc, gt, lte } from "drizzle-orm";
import { findFilesByIds, keyOfFile } from "../../fleet/tracking/archive/file-store.ts";
import { pieceKeys } from "../../fleet/roll-outs/release-pieces.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { evidence, releases, scans } from "../../platform/db/tables.ts";
import type { RecordPictures } from "./orphan-rules.ts";

/** The storage folders that records name pictures in. */
export const PICTURE_FOLDERS = ["scans", "evidence"] as const;
export type PictureFolder = (typeof PICTURE_FOLDERS)[number];
/** The storage folders that rows name objects in: pictures, pieces of releases, and files of tracking events. */
export const OBJECT_FOLDERS = [...PICTURE_FOLDERS, "releases", "tracking"] as const;
export type ObjectFolder = (typeof OBJECT_FOLDERS)[number];

/** Records in the order of their ids: those after `afterId` up to `untilId`, or all further ones without it. */
export async function findRecordPictures(
  db: DatabaseOrTransaction,
  folder: ObjectFolder,
  range: { afterId: string; untilId: string | undefined; limit: number },
): Promise<RecordPictures[]> {
  if (folder === "releases") return findReleasePieces(db, range);
  if (folder === "tracking") return findTrackingFiles(db, range);
  return folder === "scans" ? findScanPictures(db, range) : findEvidencePictures(db, range);
}

type IdRange = Parameters<typeof findRecordPictures>[2];

async function findScanPictures(db: DatabaseOrTransaction, { afterId, untilId, limit }: IdRange) {
  const { id, receivedAt, imageKey, visualizationKey, thumbnailKey, imageDeletedAt } = scans;
  const rows = await db
    .select({ id, receivedAt, imageKey, visualizationKey, thumbnailKey, imageDeletedAt })
    .from(scans)
    .where(and(gt(id, afterId), untilId === undefined ? undefined : lte(id, untilId)))
    .orderBy(asc(id))
    .limit(limit);
  return rows.map((row) =>
    recordOf(row, row.imageDeletedAt === null ? [row.imageKey, row.visualizationKey, row.thumbnailKey] : []),
  );
}

async function findEvidencePictures(db: DatabaseOrTransaction, { afterId, untilId, limit }: IdRange) {
  const { id, receivedAt, imageKey, visualizationKey, thumbnailKey, imageDeletedAt, deletedAt } = evidence;
  const rows = await db
    .select({ id, receivedAt, imageKey, visualizationKey, thumbnailKey, imageDeletedAt, deletedAt })
    .from(evidence)
    .where(and(gt(id, afterId), untilId === undefined ? undefined : lte(id, untilId)))
    .orderBy(asc(id))
    .limit(limit);
  return rows.map((row) => {
    const isKept = row.imageDeletedAt === null && row.deletedAt === null;
    return recordOf(row, isKept ? [row.imageKey, row.visualizationKey, row.thumbnailKey] : []);
  });
}

async function findReleasePieces(db: DatabaseOrTransaction, { afterId, untilId, limit }: IdRange) {
  const { id, sizeBytes, createdAt } = releases;
  const rows = await db
    .select({ id, sizeBytes, receivedAt: createdAt })
    .from(releases)
    .where(and(gt(id, afterId), untilId === undefined ? undefined : lte(id, untilId)))
    .orderBy(asc(id))
    .limit(limit);
  return rows.map((row) => recordOf(row, pieceKeys(row)));
}

async function findTrackingFiles(db: DatabaseOrTransaction, range: IdRange) {
  const files = await findFilesByIds(db, range);
  return files.map((file) => recordOf({ id: file.id, receivedAt: file.createdAt }, [keyOfFile(file)]));
}

const recordOf = ({ id, receivedAt }: { id: string; receivedAt: Date }, keys: (string | null)[]): RecordPictures => ({
  id,
  receivedAt,
  keys: keys.filter((key) => key !== null),
});
