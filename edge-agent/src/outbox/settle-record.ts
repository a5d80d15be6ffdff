import type { Database } from "better-sqlite3";
import { insertEvents } from "./insert-record.ts";
import type { Rejection } from "./outbox.ts";
import { type StoredRecord, RECORD_FACTS, parsePayload } from "./read-record.ts";
import { inTransaction, prepared } from "./prepared.ts";

const MAX_REASONS = 100;
const MAX_ERROR_LENGTH = 2_000;

/** `newId` makes the ids of records that hold rejected events. */
export type Settling = { nowMs: number; newId: () => string; deliveredHistory: number };

/**
 * Deletes an acknowledged record, notes its delivery and parks the rejected events, in one transaction. Returns false
 * if the record is missing, which happens after a damaged file was replaced.
 */
export function acknowledgeRecord(
  db: Database,
  id: string,
  rejected: readonly Rejection[],
  settling: Settling,
): boolean {
  return inTransaction(db, () => {
    const record = prepared<[string], StoredRecord>(
      db,
      `SELECT ${RECORD_FACTS}, payload FROM records WHERE id = ?`,
    ).get(id);
    if (record === undefined) return false;
    // Deleting comes first: the pages it frees are those that the rest needs when the outbox is full.
    prepared<[number]>(db, "DELETE FROM records WHERE ordinal = ?").run(record.ordinal);
    if (rejected.length > 0) parkRejectedEvents(db, record, rejected, settling);
    noteDelivery(db, record, settling);
    return true;
  });
}

function noteDelivery(db: Database, record: StoredRecord, { nowMs, deliveredHistory }: Settling): void {
  const { id, kind, cameraId, sequence, containerNumber } = record;
  prepared<[number]>(db, "UPDATE facts SET value = ? WHERE name = 'last_delivered_at_ms'").run(nowMs);
  prepared<[number, string, string]>(
    db,
    `UPDATE sequences SET last_delivered_sequence = max(last_delivered_sequence, ?)
     WHERE camera_id = ? AND kind = ?`,
  ).run(sequence, cameraId, kind);
  // Events come every second: their history would displace that of the scans.
  if (kind === "stream-events") return;
  const { lastInsertRowid } = prepared<[string, string, string, number, string | null, number]>(
    db,
    `INSERT INTO deliveries (id, kind, camera_id, sequence, container_number, delivered_at_ms)
       VALUES (?, ?, ?, ?, ?, ?)`,
  ).run(id, kind, cameraId, sequence, containerNumber, nowMs);
  prepared<[number]>(db, "DELETE FROM deliveries WHERE ordinal <= ?").run(Number(lastInsertRowid) - deliveredHistory);
}

/** Keeps the events that the cloud refused, with its reasons, as a separate parked record. */
function parkRejectedEvents(
  db: Database,
  batch: StoredRecord,
  rejected: readonly Rejection[],
  { nowMs, newId }: Settling,
): void {
  const { events: sent } = parsePayload(batch.payload);
  const events: unknown[] = Array.isArray(sent) ? sent : [];
  const kept = rejected.filter(({ index }) => index in events);
  const refused = { id: newId(), sequence: batch.sequence, events: kept.map(({ index }) => events[index]) };
  const { ordinal } = insertEvents(db, batch, refused);
  const reasons = kept.slice(0, MAX_REASONS).map(({ code, message }, index) => `[${index}] ${code}: ${message}`);
  const more = kept.length > MAX_REASONS ? [`and ${kept.length - MAX_REASONS} more`] : [];
  const reason = [`the cloud rejected ${kept.length} of ${events.length} events of ${batch.id}`, ...reasons, ...more];
  markParked(db, ordinal, { nowMs, reason: reason.join("\n"), status: 200 });
}

/** Sets a record aside until a person decides; its bytes stay. */
export function markParked(
  db: Database,
  ordinal: number | bigint,
  { nowMs, reason, status }: { nowMs: number; reason: string; status: number | null },
): void {
  prepared<[number, string, number | null, number | bigint]>(
    db,
    "UPDATE records SET parked_at_ms = ?, parked_reason = ?, last_status = ? WHERE ordinal = ?",
  ).run(nowMs, reason, status, ordinal);
}

/** Parks a waiting record by its id; returns true if it was found. */
export function parkRecord(db: Database, id: string, why: { nowMs: number; reason: string; status: number | null }) {
  const ordinal = prepared<[string], number>(db, "SELECT ordinal FROM records WHERE id = ? AND parked_at_ms IS NULL")
    .pluck()
    .get(id);
  if (ordinal === undefined) return false;
  markParked(db, ordinal, why);
  return true;
}

/** See `Outbox.noteFailure`; 0 when the record is not there. */
export function noteFailure(
  db: Database,
  id: string,
  failure: { status: number | null; error: string; counted: boolean; nextAttemptAtMs: number },
): number {
  const { status, error, counted, nextAttemptAtMs } = failure;
  const attempts = prepared<[number, number | null, string, number, string], number>(
    db,
    `UPDATE records SET attempts = attempts + ?, last_status = ?, last_error = ?, next_attempt_at_ms = ?
       WHERE id = ? RETURNING attempts`,
  )
    .pluck()
    .get(Number(counted), status, error.slice(0, MAX_ERROR_LENGTH), nextAttemptAtMs, id);
  return attempts ?? 0;
}

/** Makes parked records wait again, with their tries forgotten; all of them without ids. Returns how many. */
export function retryParked(db: Database, ids: readonly string[] | undefined): number {
  return prepared<{ ids: string | null }>(
    db,
    `UPDATE records SET parked_at_ms = NULL, parked_reason = NULL, attempts = 0, next_attempt_at_ms = NULL
       WHERE parked_at_ms IS NOT NULL AND (@ids IS NULL OR id IN (SELECT value FROM json_each(@ids)))`,
  ).run({ ids: ids === undefined ? null : JSON.stringify(ids) }).changes;
}
