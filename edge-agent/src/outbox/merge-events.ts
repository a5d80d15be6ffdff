import { MAX_STREAM_EVENTS } from "@container-inspection/shared-schemas/tracking";
import type { Database } from "better-sqlite3";
import { insertEvents } from "./insert-record.ts";
import { findRecordDamage, findWaiting, parsePayload, RECORD_FACTS, type StoredRecord } from "./read-record.ts";
import { inTransaction, prepared } from "./prepared.ts";

/** Batches that are looked at for one request. */
const MAX_BATCHES = 1_000;

/**
 * The record to send, its size where it was merged, and whether more events wait that do not belong into the same
 * request.
 */
export type MergedEvents = { id: string; sizeBytes?: number; isFull: boolean };

/**
 * Merges a waiting batch of events with those that follow it from the same run of its camera's tracker into one record,
 * in one transaction. Batches that were tried stay as they are, because the cloud may have them under their id. Without
 * any to merge, the record stays as it is.
 */
export function mergeEvents(db: Database, id: string, newId: () => string): MergedEvents {
  return inTransaction(db, () => {
    const first = findWaiting(db, id);
    if (first === undefined || !isMergeable(first)) return { id, isFull: false };
    const { batches, isFull } = collectBatches(db, first);
    const last = batches.at(-1);
    if (last === undefined || batches.length === 1) return { id, isFull };
    const events = batches.flatMap(({ body }) => eventsOf(body));
    for (const { record } of batches)
      prepared<[number]>(db, "DELETE FROM records WHERE ordinal = ?").run(record.ordinal);
    const merged = { id: newId(), sequence: last.record.sequence };
    const { sizeBytes } = insertEvents(db, first, { ...merged, events });
    noteMerged(db, first.cameraId, merged.sequence);
    return { id: merged.id, sizeBytes, isFull };
  });
}

type Batch = { record: StoredRecord; body: Record<string, unknown> };

/** The batches from `first` on that fit into one request with it. */
function collectBatches(db: Database, first: StoredRecord): { batches: Batch[]; isFull: boolean } {
  const rows = prepared<[string, number, number, number], StoredRecord>(
    db,
    // `+?`: see `firstsOfCamera`.
    `SELECT ${RECORD_FACTS}, payload FROM records
       WHERE camera_id = +? AND priority = +? AND ordinal >= +? AND kind = 'stream-events' AND sequence > 0
         AND parked_at_ms IS NULL
       ORDER BY ordinal LIMIT +?`,
  ).iterate(first.cameraId, first.priority, first.ordinal, MAX_BATCHES);
  const batches: Batch[] = [];
  let count = 0;
  for (const record of rows) {
    if (!isMergeable(record)) break;
    const body = parsePayload(record.payload);
    count += eventsOf(body).length;
    const [head] = batches;
    if (head !== undefined && (count > MAX_STREAM_EVENTS || !isSameRun(body, head.body, record, first)))
      return { batches, isFull: true };
    batches.push({ record, body });
  }
  return { batches, isFull: false };
}

/** Returns true if the record has not been tried yet and is as it was written. */
const isMergeable = (record: StoredRecord): boolean =>
  record.lastError === null && findRecordDamage(record, []) === null;

/** Returns true if two batches differ only in their events. */
function isSameRun(
  body: Record<string, unknown>,
  other: Record<string, unknown>,
  record: StoredRecord,
  first: StoredRecord,
): boolean {
  if (record.payloadVersion !== first.payloadVersion || record.clockSynchronised !== first.clockSynchronised)
    return false;
  return JSON.stringify({ ...body, events: [] }) === JSON.stringify({ ...other, events: [] });
}

const eventsOf = ({ events }: Record<string, unknown>): unknown[] => (Array.isArray(events) ? events : []);

/** The numbers of merged batches are in no record any longer, and are no gap. */
function noteMerged(db: Database, cameraId: string, sequence: number): void {
  prepared<[number, string]>(
    db,
    `UPDATE sequences SET last_delivered_sequence = max(last_delivered_sequence, ?)
     WHERE camera_id = ? AND kind = 'stream-events'`,
  ).run(sequence - 1, cameraId);
}
