import { auditOfService } from "../../journal/audit/create-audit.ts";
import type { Needs } from "../parts.ts";
import type { MayGoOn } from "./maintenance-work.ts";
import { deleteObjects } from "./delete-objects.ts";
import { findCopies } from "./find-copies.ts";
import { compare, type Comparison, isOld, isSuspicious } from "./orphan-rules.ts";
import { pairRecords } from "./pair-records.ts";
import { findRecordPictures, OBJECT_FOLDERS, type ObjectFolder } from "./picture-store.ts";
import { createTally } from "./tally.ts";

/** Folder in which the file storage writes before a file takes its name. */
const UNFINISHED_FOLDER = "unfinished";
/** One run keeps at most this many keys of each kind, to delete or to log them; the next run continues. */
const MAX_KEYS = 10_000;
const DELETE_BATCH = 500;
/** Maximum number of keys in a log line. */
const SHOWN = 20;

export type SweepOutcome = { seen: number; deleted: number; unnamed: number; missing: number; refused: boolean };

/**
 * Compares the whole storage with the database: objects that no record names any longer, or that an uncommitted write
 * left, are deleted once they are a day old; what records name and the storage lacks is reported and never forgotten.
 * Where many belong to no record, only those are deleted that a later record has as well.
 */
export async function sweepOrphans(
  parts: Needs<"db" | "storage" | "metrics" | "logger" | "nowMs" | "newId">,
  mayGoOn: MayGoOn,
): Promise<SweepOutcome> {
  const { storage, logger, nowMs } = parts;
  const [leftOver, unnamed, missing] = [createTally(MAX_KEYS), createTally(MAX_KEYS), createTally(MAX_KEYS)];
  let seen = 0;
  for await (const { key, modifiedAt } of storage.list(UNFINISHED_FOLDER))
    if (isOld(modifiedAt, nowMs())) leftOver.add([key]);
  for (const folder of OBJECT_FOLDERS) {
    for await (const found of compareFolder(parts, folder)) {
      seen += found.seen;
      leftOver.add(found.leftOver);
      unnamed.add(found.unnamed);
      missing.add(found.missing);
      if (!(await mayGoOn())) return { seen, deleted: 0, unnamed: 0, missing: 0, refused: false };
    }
  }
  if (missing.count > 0)
    logger.error(
      { count: missing.count, keys: missing.keys.slice(0, SHOWN) },
      "pictures or releases are missing from the storage",
    );
  const isMuch = isSuspicious({ unnamed: unnamed.count, seen });
  const copies = isMuch ? await findCopies(parts, unnamed.keys, mayGoOn) : [];
  const rest = withoutAll(unnamed.keys, copies);
  const refused = isSuspicious({ unnamed: unnamed.count - copies.length, seen });
  if (refused)
    logger.error({ unnamed: unnamed.count, seen, copies: copies.length, keys: rest.slice(0, SHOWN) }, REFUSAL);
  const deleted = await deleteOrphans(parts, [...leftOver.keys, ...copies, ...(refused ? [] : rest)], mayGoOn);
  return { seen, deleted, unnamed: unnamed.count, missing: missing.count, refused };
}

function withoutAll(keys: readonly string[], removed: readonly string[]): string[] {
  const known = new Set(removed);
  return keys.filter((key) => !known.has(key));
}

const REFUSAL =
  "many stored pictures belong to no record, so they were not deleted: does this storage serve another database, or was the database " +
  "restored from an older backup? Check DATABASE_URL and STORAGE_URL";

/** Compares a folder with its records, range by range. */
async function* compareFolder(
  { db, storage, nowMs }: Needs<"db" | "storage" | "nowMs">,
  folder: ObjectFolder,
): AsyncGenerator<Comparison & { seen: number }> {
  const readRecords = (range: Parameters<typeof findRecordPictures>[2]) => findRecordPictures(db, folder, range);
  for await (const { objects, records } of pairRecords(storage.list(folder), readRecords))
    yield { ...compare(objects, records, nowMs()), seen: objects.length };
}

/** Deletes in batches, each recorded in the audit log before. */
async function deleteOrphans(
  parts: Needs<"db" | "storage" | "metrics" | "logger" | "nowMs" | "newId">,
  keys: readonly string[],
  mayGoOn: MayGoOn,
): Promise<number> {
  const { db, newId, metrics } = parts;
  const audit = auditOfService(parts);
  const subject = { type: "storage", id: newId() };
  let deleted = 0;
  for (let at = 0; at < keys.length && (await mayGoOn()); at += DELETE_BATCH) {
    const batch = keys.slice(at, at + DELETE_BATCH);
    const after = { deleted: batch.length, keys: batch };
    await audit(db, { action: "storage.sweep", subject, before: null, after });
    deleted += await deleteObjects(parts, batch);
  }
  metrics.countDeletedPictures("orphan", deleted);
  return deleted;
}
