import type { Database } from "better-sqlite3";
import {
  type ChainEnd,
  type ComposedRecord,
  composePictures,
  composeRecord,
  composeUnnumbered,
  type SignRecord,
} from "./compose-record.ts";
import { digestRecord, type PictureRole } from "./digest.ts";
import { parsePayload, type StoredRecord } from "./read-record.ts";
import type { Capture, UnnumberedScan } from "./record.ts";
import { inTransaction, prepared } from "./prepared.ts";

const HOUR_MS = 3_600_000;
/** Hours from which the rate of `hoursUntilFull` is computed: a day and the current hour. */
const INTAKE_HOURS = 25;
/** Picture files that are remembered, so that none is captured twice: more than a folder gives between two syncs. */
const PICTURE_KEYS = 5_000;

/**
 * Commits a capture, its pictures and the next link of its camera's chain in one transaction; returns its sequence, or
 * null where its picture was captured before. Throws what SQLite throws; nothing is kept then.
 */
export function insertCapture(
  db: Database,
  capture: Capture,
  { nowMs, sign }: { nowMs: number; sign: SignRecord },
): number | null {
  const pictures = composePictures(capture);
  return insertOnce(db, capture, nowMs, pictures, () => {
    const record = composeRecord(capture, pictures, readChainEnd(db, capture), sign);
    advanceChain(db, record);
    return record;
  });
}

/** Commits a scan that waits for its number, with its pictures; returns 0, or null where it was captured before. */
export function insertUnnumbered(db: Database, scan: UnnumberedScan, { nowMs }: { nowMs: number }): number | null {
  const pictures = composePictures(scan);
  return insertOnce(db, scan, nowMs, pictures, () => composeUnnumbered(scan, pictures));
}

function insertOnce(
  db: Database,
  capture: Capture | UnnumberedScan,
  nowMs: number,
  pictures: ReturnType<typeof composePictures>,
  compose: () => ComposedRecord,
): number | null {
  return inTransaction(db, () => {
    if (!notePictureKey(db, capture)) return null;
    const record = compose();
    const ordinal = insertRow(db, record);
    for (const picture of pictures) insertPicture(db, { ordinal, ...picture });
    noteIntake(db, nowMs, record.sizeBytes);
    return record.sequence;
  });
}

/** False when this kind of scan was made of the picture before. Forgets all but the newest keys. */
function notePictureKey(db: Database, { cameraId, kind, pictureKey }: Capture | UnnumberedScan): boolean {
  if (pictureKey === undefined) return true;
  const { changes, lastInsertRowid } = prepared<[string, string, string]>(
    db,
    "INSERT INTO picture_keys (camera_id, kind, picture_key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  ).run(cameraId, kind, pictureKey);
  if (changes === 0) return false;
  prepared<[number]>(db, "DELETE FROM picture_keys WHERE ordinal <= ?").run(Number(lastInsertRowid) - PICTURE_KEYS);
  return true;
}

/** Inserts one row of `records` and returns its ordinal. */
function insertRow(db: Database, record: ComposedRecord): number | bigint {
  return prepared<ComposedRecord>(
    db,
    `INSERT INTO records (id, kind, camera_id, sequence, container_number, captured_at_ms, clock_synchronised,
         priority, payload_version, sha256, record_sha256, size_bytes, payload)
       VALUES (@id, @kind, @cameraId, @sequence, @containerNumber, @capturedAtMs, @clockSynchronised,
         @priority, @payloadVersion, @sha256, @recordSha256, @sizeBytes, @payload)`,
  ).run(record).lastInsertRowid;
}

/**
 * Inserts a record that holds only `events`, and otherwise states what `source` does; it is on no chain. Returns its
 * ordinal and its size, in bytes.
 */
export function insertEvents(
  db: Database,
  source: StoredRecord,
  { id, sequence, events }: { id: string; sequence: number; events: readonly unknown[] },
): { ordinal: number | bigint; sizeBytes: number } {
  const payload = Buffer.from(JSON.stringify({ ...parsePayload(source.payload), events }));
  const { kind, cameraId, containerNumber, capturedAtMs, clockSynchronised, priority, payloadVersion } = source;
  const facts = { id, kind, cameraId, sequence, containerNumber, capturedAtMs, payloadVersion, payload };
  const sizeBytes = payload.byteLength;
  const ordinal = insertRow(db, {
    ...facts,
    clockSynchronised,
    priority,
    sha256: digestRecord({ ...facts, clockSynchronised: clockSynchronised === 1, pictures: [] }),
    recordSha256: null,
    sizeBytes,
  });
  return { ordinal, sizeBytes };
}

type PictureRow = {
  ordinal: number | bigint;
  role: PictureRole;
  sha256: string;
  sizeBytes: number;
  bytes: Uint8Array;
};

function insertPicture(db: Database, picture: PictureRow): void {
  prepared<PictureRow>(
    db,
    `INSERT INTO pictures (record_ordinal, role, sha256, size_bytes, bytes)
     VALUES (@ordinal, @role, @sha256, @sizeBytes, @bytes)`,
  ).run(picture);
}

/** Returns the end of the chain that the next record of this camera and kind continues. */
export function readChainEnd(db: Database, { cameraId, kind }: { cameraId: string; kind: string }): ChainEnd {
  const end = prepared<[string, string], ChainEnd>(
    db,
    `SELECT last_sequence AS sequence, last_record_sha256 AS recordSha256
       FROM sequences WHERE camera_id = ? AND kind = ?`,
  ).get(cameraId, kind);
  return end ?? { sequence: 0, recordSha256: "" };
}

/** Makes a record the end of its camera's chain. */
export function advanceChain(db: Database, { cameraId, kind, sequence, recordSha256 }: ComposedRecord): void {
  prepared<[string, string, number, string]>(
    db,
    `INSERT INTO sequences (camera_id, kind, last_sequence, last_record_sha256) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET last_sequence = excluded.last_sequence, last_record_sha256 = excluded.last_record_sha256`,
  ).run(cameraId, kind, sequence, recordSha256 ?? "");
}

/**
 * Lets the first record of a chain follow a record of other hardware. Returns false where the chain has begun, and
 * changes nothing then.
 */
export function followRecord(db: Database, link: { cameraId: string; kind: string; recordSha256: string }): boolean {
  const sql = `INSERT INTO sequences (camera_id, kind, last_sequence, last_record_sha256) VALUES (?, ?, 0, ?)
    ON CONFLICT DO NOTHING`;
  const { cameraId, kind, recordSha256 } = link;
  return prepared<[string, string, string]>(db, sql).run(cameraId, kind, recordSha256).changes > 0;
}

function noteIntake(db: Database, nowMs: number, sizeBytes: number): void {
  const hourStartMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const { changes } = prepared<[number, number]>(db, "UPDATE intake SET bytes = bytes + ? WHERE hour_start_ms = ?").run(
    sizeBytes,
    hourStartMs,
  );
  if (changes > 0) return;
  prepared<[number, number, number]>(db, "INSERT INTO intake VALUES (?, ?, ?)").run(hourStartMs, nowMs, sizeBytes);
  // Hours that a wrong clock put into the future go as well.
  prepared<[number, number]>(db, "DELETE FROM intake WHERE hour_start_ms NOT BETWEEN ? AND ?").run(
    hourStartMs - (INTAKE_HOURS - 1) * HOUR_MS,
    hourStartMs,
  );
}
