import type { Database } from "better-sqlite3";
import { digestRecord, sha256Hex } from "./digest.ts";
import { type NextRecordsQuery, type OutboxRecord, type RecordHead, type RecordKind } from "./record.ts";
import { prepared } from "./prepared.ts";

/** A row of `records` from the file, not checked yet. */
export type StoredRecord = {
  ordinal: number;
  id: string;
  kind: RecordKind;
  cameraId: string;
  sequence: number;
  containerNumber: string | null;
  capturedAtMs: number;
  clockSynchronised: number;
  priority: number;
  payloadVersion: number;
  sha256: string;
  recordSha256: string | null;
  sizeBytes: number;
  attempts: number;
  nextAttemptAtMs: number | null;
  lastStatus: number | null;
  lastError: string | null;
  parkedAtMs: number | null;
  parkedReason: string | null;
  payload: Buffer;
};

/** A row of `pictures`; `bytes` is null once they were dropped to make room. */
export type StoredPicture = { role: string; sha256: string; sizeBytes: number; bytes: Buffer | null };

/** The columns of a StoredRecord but the payload. */
export const RECORD_FACTS = `ordinal, id, kind, camera_id AS cameraId, sequence, container_number AS containerNumber,
  captured_at_ms AS capturedAtMs, clock_synchronised AS clockSynchronised, priority, payload_version AS payloadVersion,
  sha256, record_sha256 AS recordSha256, size_bytes AS sizeBytes, attempts, next_attempt_at_ms AS nextAttemptAtMs,
  last_status AS lastStatus, last_error AS lastError, parked_at_ms AS parkedAtMs, parked_reason AS parkedReason`;

/**
 * The row of a waiting record. One that only a walk over the whole table finds, because its id or its index entry has
 * changed on the disk, is returned all the same; its check will fail.
 */
export function findWaiting(db: Database, id: string): StoredRecord | undefined {
  const sql = (table: string) =>
    `SELECT ${RECORD_FACTS}, payload FROM ${table} WHERE id = ? AND parked_at_ms IS NULL AND sequence > 0`;
  return (
    prepared<[string], StoredRecord>(db, sql("records")).get(id) ??
    prepared<[string], StoredRecord>(db, sql("records NOT INDEXED")).get(id)
  );
}

export function readPictures(db: Database, ordinal: number): StoredPicture[] {
  return prepared<[number], StoredPicture>(
    db,
    // `= +?`: see `firstsOfCamera`.
    "SELECT role, sha256, size_bytes AS sizeBytes, bytes FROM pictures WHERE record_ordinal = +? ORDER BY role",
  ).all(ordinal);
}

/** Checks a record against its SHA-256 and each picture against its own; returns the damaged part, or null. */
export function findRecordDamage(record: StoredRecord, pictures: readonly StoredPicture[]): string | null {
  const clockSynchronised = record.clockSynchronised === 1;
  if (digestRecord({ ...record, clockSynchronised, pictures }) !== record.sha256) {
    return "damaged on disk: the record does not match its SHA-256";
  }
  const changed = pictures.find(({ bytes, sha256 }) => bytes !== null && sha256Hex(bytes) !== sha256);
  if (changed !== undefined) return `damaged on disk: the ${changed.role} picture does not match its SHA-256`;
  if (pictures.length > 0 && choosePicture(pictures) === null) return "damaged on disk: its pictures are lost";
  return null;
}

/** The record to send, from a row and pictures that have been checked. */
export function toOutboxRecord(record: StoredRecord, pictures: readonly StoredPicture[]): OutboxRecord {
  const { id, kind, cameraId, sequence, containerNumber, capturedAtMs } = record;
  const facts = { id, kind, cameraId, sequence, containerNumber, capturedAtMs };
  const annotated = pictures.find(({ role }) => role === "annotated")?.bytes ?? null;
  return {
    ...facts,
    clockSynchronised: record.clockSynchronised === 1,
    payload: parsePayload(record.payload),
    image: choosePicture(pictures),
    annotated,
  };
}

/** The JSON object of a payload that has been checked; throws on anything else, which the outbox never writes. */
export function parsePayload(payload: Uint8Array): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(payload).toString("utf8"));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError("a payload of the outbox must be a JSON object");
  }
  return { ...value };
}

function choosePicture(pictures: readonly StoredPicture[]): OutboxRecord["image"] {
  for (const role of ["original", "small"]) {
    const bytes = pictures.find((picture) => picture.role === role)?.bytes ?? null;
    if (bytes !== null) return { bytes, reduced: role === "small" };
  }
  return null;
}

/** Ids that are excluded by the program itself; with more, SQLite looks them up. */
const FEW_IDS = 50;

/** See `Outbox.nextRecords`. */
export function selectNext(db: Database, query: NextRecordsQuery): RecordHead[] {
  const cameraIds = prepared<[], string>(db, "SELECT DISTINCT camera_id FROM sequences").pluck().all();
  const firsts = firstsOfCamera(db, query);
  return cameraIds
    .filter((cameraId) => !query.excludeCameraIds.includes(cameraId))
    .flatMap(firsts)
    .toSorted((a, b) => a.priority - b.priority || a.ordinal - b.ordinal)
    .slice(0, query.limit)
    .map(({ id, kind, cameraId, sizeBytes }) => ({ id, kind, cameraId, sizeBytes }));
}

type Place = RecordHead & { priority: number; ordinal: number };

/** A query for each camera takes its index; one for all of them together takes ten times as long. */
function firstsOfCamera(
  db: Database,
  { excludeKinds, excludeIds, perCamera = 1 }: NextRecordsQuery,
): (cameraId: string) => Place[] {
  // Stryker disable next-line ConditionalExpression,EqualityOperator: both ways choose the same; each is faster for some
  const asksForIds = excludeIds.length > FEW_IDS;
  const excluded = asksForIds ? [excludeKinds, excludeIds] : [excludeKinds];
  const values = excluded.map((each) => JSON.stringify(each));
  const limit = perCamera + (asksForIds ? 0 : excludeIds.length);
  const statement = prepared<(string | number)[], Place>(
    db,
    // With `?` in place of `+?`, SQLite prepares a statement that has an order again at each use.
    `SELECT id, kind, camera_id AS cameraId, size_bytes AS sizeBytes, priority, ordinal FROM records
     WHERE camera_id = +? AND parked_at_ms IS NULL AND sequence > 0 AND kind NOT IN (SELECT value FROM json_each(?))
       ${asksForIds ? "AND id NOT IN (SELECT value FROM json_each(?))" : ""}
     ORDER BY priority, ordinal LIMIT +?`,
  );
  return (cameraId) => {
    const rows = statement.all(cameraId, ...values, limit);
    return (asksForIds ? rows : rows.filter(({ id }) => !excludeIds.includes(id))).slice(0, perCamera);
  };
}
