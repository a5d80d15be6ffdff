import { closeSync, existsSync, openSync, readSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import Database from "better-sqlite3";
import { openDatabase, PAGE_SIZE_BYTES } from "../database.ts";
import { type StoredPicture, type StoredRecord, RECORD_FACTS } from "../read-record.ts";

/** Ordinals tried one by one between the two ends that can still be walked to. */
const MAX_PROBES = 200_000;
/** An offset in the database header (https://sqlite.org/fileformat.html#the_database_header). */
const VERSION_VALID_FOR_OFFSET = 92;

/** Readable rest of a damaged outbox; everything that cannot be read is left out. */
export type DamagedFile = {
  ordinals: number[];
  /** The row; with only its leading columns and an empty payload when the payload cannot be read; or nothing. */
  readRecord(ordinal: number): StoredRecord | undefined;
  readPictures(ordinal: number): StoredPicture[];
  readSequences(): SequenceRow[];
  close(): void;
};

export type SequenceRow = {
  cameraId: string;
  kind: string;
  lastSequence: number;
  lastRecordSha256: string;
  lastDeliveredSequence: number;
};

/**
 * Opens a damaged database for reading only. When its first page, which holds the schema, is unreadable, the first page
 * of a new outbox takes its place (the same statements put every table at the same page); the old one is kept beside.
 * Returns undefined when nothing can be read.
 */
export function openDamagedFile(file: string): DamagedFile | undefined {
  // SQLite would delete the log of an empty file, so that one is mended before it is opened.
  const asItIs = statSync(file).size === 0 ? undefined : tryOpen(file);
  if (asItIs !== undefined) return readerOf(asItIs);
  transplantFirstPage(file);
  const mended = tryOpen(file);
  return mended === undefined ? undefined : readerOf(mended);
}

function tryOpen(file: string): Database.Database | undefined {
  // Read-only, because closing a writing connection would fold the log into the damaged file.
  const db = firstReadable(() => new Database(file, { readonly: true }));
  if (db === undefined || hasSchema(db)) return db;
  db.close();
  return undefined;
}

/** Returns true if at least the schema can be read: then parts of the tables may be readable, too. */
function hasSchema(db: Database.Database): boolean {
  return firstReadable(() => db.prepare("SELECT ordinal FROM records WHERE ordinal = 0")) !== undefined;
}

function transplantFirstPage(file: string): void {
  const template = `${file}-template`;
  rmSync(template, { force: true });
  openDatabase(template, { maxBytes: 1024 * PAGE_SIZE_BYTES, busyTimeoutMs: 0 }).close();
  const page = readFirstPage(template);
  rmSync(template);
  // An invalid version number makes SQLite ask for the file's real size.
  page.writeUInt32BE(0, VERSION_VALID_FOR_OFFSET);
  const saved = `${file}-first-page`;
  if (!existsSync(saved)) writeFileSync(saved, readFirstPage(file), { flush: true });
  const descriptor = openSync(file, "r+");
  try {
    writeSync(descriptor, page, 0, page.length, 0);
  } finally {
    closeSync(descriptor);
  }
}

function readFirstPage(file: string): Buffer {
  const page = Buffer.alloc(PAGE_SIZE_BYTES);
  const descriptor = openSync(file, "r");
  try {
    return page.subarray(0, readSync(descriptor, page, 0, page.length, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** The result of the first of these that the damage lets pass; undefined when none does. */
function firstReadable<T>(...reads: (() => T)[]): T | undefined {
  for (const read of reads) {
    try {
      return read();
    } catch {
      // Damaged as far as this way of reading goes: the next asks for less.
    }
  }
  return undefined;
}

function readerOf(db: Database.Database): DamagedFile {
  // Without a transaction around them, the locks of 200,000 probes take many times as long as the probes.
  db.exec("BEGIN");
  const selectRecord = (ordinal: number, payload: string) =>
    db
      .prepare<[number], StoredRecord>(`SELECT ${RECORD_FACTS}, ${payload} AS payload FROM records WHERE ordinal = ?`)
      .get(ordinal);
  const selectPicture = (ordinal: number, role: string, bytes: string) =>
    db
      .prepare<[number, string], StoredPicture>(
        `SELECT role, sha256, size_bytes AS sizeBytes, ${bytes} AS bytes FROM pictures
         WHERE record_ordinal = ? AND role = ?`,
      )
      .get(ordinal, role);
  return {
    ordinals: findOrdinals(db),
    readRecord: (ordinal) =>
      firstReadable(
        () => selectRecord(ordinal, "payload"),
        () => selectRecord(ordinal, "x''"),
      ),
    readPictures: (ordinal) =>
      ["annotated", "original", "small"]
        .map((role) =>
          firstReadable(
            () => selectPicture(ordinal, role, "bytes"),
            () => selectPicture(ordinal, role, "NULL"),
          ),
        )
        .filter((picture) => picture !== undefined),
    readSequences: () => firstReadable(() => selectSequences(db)) ?? [],
    close: () => db.close(),
  };
}

function selectSequences(db: Database.Database): SequenceRow[] {
  return db
    .prepare<[], SequenceRow>(
      `SELECT camera_id AS cameraId, kind, last_sequence AS lastSequence, last_record_sha256 AS lastRecordSha256,
         last_delivered_sequence AS lastDeliveredSequence
       FROM sequences`,
    )
    .all();
}

/** Walks the table from both ends as far as it goes, then tries every ordinal in between. */
function findOrdinals(db: Database.Database): number[] {
  const upwards = walk(db, "ordinal");
  if (upwards.complete) return upwards.ordinals;
  const downwards = walk(db, "ordinal DESC");
  const low = upwards.ordinals.at(-1) ?? 0;
  const lastGiven = firstReadable(() =>
    db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'records'").pluck().get(),
  );
  const high = downwards.ordinals.at(-1) ?? (lastGiven ?? low + MAX_PROBES) + 1;
  const found = new Set([...upwards.ordinals, ...downwards.ordinals]);
  const probe = db.prepare<[number], number>("SELECT ordinal FROM records WHERE ordinal = ?").pluck();
  for (let ordinal = Math.max(low + 1, high - MAX_PROBES); ordinal < high; ordinal++) {
    if (firstReadable(() => probe.get(ordinal)) !== undefined) found.add(ordinal);
  }
  return [...found].toSorted((a, b) => a - b);
}

function walk(db: Database.Database, order: "ordinal" | "ordinal DESC"): { ordinals: number[]; complete: boolean } {
  const ordinals: number[] = [];
  try {
    const rows = db.prepare<[], number>(`SELECT ordinal FROM records NOT INDEXED ORDER BY ${order}`).pluck().iterate();
    for (const ordinal of rows) ordinals.push(ordinal);
    return { ordinals, complete: true };
  } catch {
    return { ordinals, complete: false };
  }
}
