import { mkdirSync, writeFileSync } from "node:fs";
import type { Database } from "better-sqlite3";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import type { DeliveredRecord, ParkedRecord } from "./outbox.ts";
import { type StoredPicture, type StoredRecord, RECORD_FACTS, readPictures } from "./read-record.ts";

/** See `OutboxInspection.parked`. */
export function listParked(db: Database, limit: number): ParkedRecord[] {
  return db
    .prepare<[number], ParkedRecord>(
      `SELECT id, kind, camera_id AS cameraId, container_number AS containerNumber, sequence,
         captured_at_ms AS capturedAtMs, parked_at_ms AS parkedAtMs, parked_reason AS reason,
         last_status AS lastStatus, attempts, size_bytes AS sizeBytes
       FROM records WHERE parked_at_ms IS NOT NULL ORDER BY ordinal LIMIT ?`,
    )
    .all(limit);
}

/** See `OutboxInspection.delivered`. */
export function listDelivered(db: Database, limit: number): DeliveredRecord[] {
  return db
    .prepare<[number], DeliveredRecord>(
      `SELECT id, kind, camera_id AS cameraId, sequence, container_number AS containerNumber,
         delivered_at_ms AS deliveredAtMs
       FROM deliveries ORDER BY ordinal DESC LIMIT ?`,
    )
    .all(limit);
}

/** See `OutboxInspection.exportParked`; one record in memory at a time. */
export function exportParked(db: Database, folder: string, ids: readonly string[] | undefined): string[] {
  mkdirSync(folder, { recursive: true });
  const ordinals = db
    .prepare<{ ids: string | null }, number>(
      `SELECT ordinal FROM records WHERE parked_at_ms IS NOT NULL
         AND (@ids IS NULL OR id IN (SELECT value FROM json_each(@ids))) ORDER BY ordinal`,
    )
    .pluck()
    .all({ ids: ids === undefined ? null : JSON.stringify(ids) });
  const statement = db.prepare<[number], StoredRecord>(
    `SELECT ${RECORD_FACTS}, payload FROM records WHERE ordinal = ?`,
  );
  return ordinals.flatMap((ordinal) => {
    const record = statement.get(ordinal);
    if (record === undefined) return [];
    exportRecord(folder, record, readPictures(db, ordinal));
    return [record.id];
  });
}

function exportRecord(folder: string, record: StoredRecord, pictures: readonly StoredPicture[]): void {
  // A damaged id may hold anything: it must not name a file elsewhere.
  const name = record.id.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 100) || `record-${record.ordinal}`;
  const files = pictures.map(({ role, sha256, sizeBytes, bytes }) => {
    if (bytes === null) return { role, sha256, sizeBytes, file: null };
    const file = `${name}.${role}${extensionOf(bytes)}`;
    writeDurably(pathInside(folder, file), bytes);
    return { role, sha256, sizeBytes, file };
  });
  const { payload, ...facts } = record;
  writeDurably(
    pathInside(folder, `${name}.json`),
    JSON.stringify({ ...facts, payload: readable(payload), pictures: files }, null, 2),
  );
}

/** The payload as JSON, or its raw text when it is damaged. */
function readable(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString("utf8"));
  } catch {
    return payload.toString("latin1");
  }
}

/** Returns the extension by the first bytes, as in the formats' specifications; empty for an unknown format. */
function extensionOf(bytes: Buffer): string {
  const start = bytes.toString("latin1", 0, 12);
  if (start.startsWith("\xff\xd8\xff")) return ".jpg";
  if (start.startsWith("\x89PNG")) return ".png";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return ".webp";
  return start.startsWith("II*\0") || start.startsWith("MM\0*") ? ".tiff" : "";
}

/** Writes a file so that it is on the disk, not only in its cache, when this returns. */
const writeDurably = (file: string, content: Uint8Array | string): void =>
  writeFileSync(file, content, { flush: true });
