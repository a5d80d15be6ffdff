import { and, asc, eq, gt, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../../platform/db/database.ts";
import { holdLock } from "../../../platform/db/hold-lock.ts";
import { trackingFiles } from "../../../platform/db/tables.ts";

/** A stored file of a day; `dayMs` is the midnight that begins it. */
export type DayFile = {
  id: string;
  dayMs: number;
  kind: "events" | "counts";
  firstCamera: string;
  lastCamera: string;
  rows: number;
  sizeBytes: number;
  sha256: string;
};

/** The storage key of a file. Each file that is written has a new id, so that none is ever written over. */
export const keyOfFile = ({ id, kind }: Pick<DayFile, "id" | "kind">) => `tracking/${id}/${kind}.parquet`;

type Question = { kind: DayFile["kind"]; fromMs: number; untilMs: number; cameraId?: string | undefined };

/** The files of days from `fromMs` up to but not including `untilMs`, in the order of their days and ids. */
export async function findFiles(db: DatabaseOrTransaction, { kind, fromMs, untilMs, cameraId }: Question) {
  const { day, firstCamera, lastCamera } = trackingFiles;
  return readFiles(
    db,
    and(
      eq(trackingFiles.kind, kind),
      gte(day, new Date(fromMs)),
      lt(day, new Date(untilMs)),
      cameraId === undefined
        ? undefined
        : sql`${firstCamera} collate "C" <= ${cameraId} and ${lastCamera} collate "C" >= ${cameraId}`,
    ),
  );
}

/** All files of a day. */
export const findFilesOfDay = (db: DatabaseOrTransaction, dayMs: number) =>
  readFiles(db, eq(trackingFiles.day, new Date(dayMs)));

async function readFiles(db: DatabaseOrTransaction, condition: SQL | undefined): Promise<DayFile[]> {
  const rows = await db
    .select()
    .from(trackingFiles)
    .where(condition)
    .orderBy(asc(trackingFiles.day), asc(trackingFiles.id));
  return rows.map(({ day, createdAt: _createdAt, ...file }) => ({ ...file, dayMs: day.getTime() }));
}

type IdRange = { afterId: string; untilId: string | undefined; limit: number };

/** Files in the order of their ids, with the time of their record. */
export async function findFilesByIds(db: DatabaseOrTransaction, { afterId, untilId, limit }: IdRange) {
  const { id, kind, sha256, createdAt } = trackingFiles;
  return db
    .select({ id, kind, sha256, createdAt })
    .from(trackingFiles)
    .where(and(gt(id, afterId), untilId === undefined ? undefined : lte(id, untilId)))
    .orderBy(asc(id))
    .limit(limit);
}

type Replacement = { dayMs: number; former: readonly DayFile[]; files: readonly DayFile[]; nowMs: number };

/** Records the files of a day in place of the former ones. False, and nothing is changed, if others were recorded. */
export async function replaceFiles(db: Database, { dayMs, former, files, nowMs }: Replacement): Promise<boolean> {
  return db.transaction(async (tx) => {
    await holdLock(tx, `tracking files ${dayMs}`);
    const present = new Set((await findFilesOfDay(tx, dayMs)).map(({ id }) => id));
    if (present.size !== former.length || former.some(({ id }) => !present.has(id))) return false;
    await tx.delete(trackingFiles).where(inArray(trackingFiles.id, [...present]));
    const createdAt = new Date(nowMs);
    await tx
      .insert(trackingFiles)
      .values(files.map(({ dayMs: at, ...file }) => ({ ...file, day: new Date(at), createdAt })));
    return true;
  });
}

/** Removes the rows of files of days before the given one, and returns the keys of the files. */
export async function forgetFilesBefore(db: Database, dayMs: number): Promise<string[]> {
  const { id, kind, day } = trackingFiles;
  const removed = await db
    .delete(trackingFiles)
    .where(lt(day, new Date(dayMs)))
    .returning({ id, kind });
  return removed.map(keyOfFile);
}
