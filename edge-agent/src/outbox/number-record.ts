import type { Database } from "better-sqlite3";
import { type ComposedRecord, composeNumbered, type SignRecord } from "./compose-record.ts";
import { advanceChain, readChainEnd } from "./insert-record.ts";
import type { UnnumberedRecord } from "./outbox.ts";
import { inTransaction, prepared } from "./prepared.ts";
import { findRecordDamage, RECORD_FACTS, readPictures, type StoredRecord } from "./read-record.ts";
import { markParked } from "./settle-record.ts";

/** See `Outbox.unnumbered`. */
export function listUnnumbered(db: Database): UnnumberedRecord[] {
  return db
    .prepare<[], UnnumberedRecord>(
      `SELECT id, kind, camera_id AS cameraId, captured_at_ms AS capturedAtMs,
         CASE WHEN json_valid(CAST(payload AS TEXT)) THEN CAST(payload AS TEXT) ->> 'passage_id' END AS passageId
       FROM records WHERE sequence = 0 AND parked_at_ms IS NULL ORDER BY ordinal`,
    )
    .all();
}

/**
 * Gives a scan its container number, in one transaction: it takes the next place on its camera's chain and the last one
 * in the order of delivery. A damaged one is parked.
 */
export function numberRecord(
  db: Database,
  id: string,
  { containerNumber, passageId }: { containerNumber: string; passageId?: string | undefined },
  { nowMs, sign }: { nowMs: number; sign: SignRecord },
): "numbered" | "missing" | "damaged" {
  return inTransaction(db, () => {
    const record = prepared<[string], StoredRecord>(
      db,
      `SELECT ${RECORD_FACTS}, payload FROM records WHERE id = ? AND sequence = 0 AND parked_at_ms IS NULL`,
    ).get(id);
    if (record === undefined) return "missing";
    const pictures = readPictures(db, record.ordinal);
    const damage = findRecordDamage(record, pictures);
    if (damage !== null) {
      markParked(db, record.ordinal, { nowMs, reason: damage, status: null });
      return "damaged";
    }
    const numbered = composeNumbered(
      record,
      pictures,
      { containerNumber, passageId },
      { last: readChainEnd(db, record), sign },
    );
    moveToEnd(db, record.ordinal, numbered);
    advanceChain(db, numbered);
    return "numbered";
  });
}

/** Rewrites a record under a new ordinal, and its pictures' reference to it; their bytes stay where they are. */
function moveToEnd(db: Database, ordinal: number, record: ComposedRecord): void {
  prepared(db, "PRAGMA defer_foreign_keys = ON").run();
  const next = prepared<[], number>(db, "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'records' RETURNING seq")
    .pluck()
    .get();
  if (next === undefined) throw new Error("the outbox has a record and has never counted one");
  prepared<ComposedRecord & { ordinal: number; next: number }>(
    db,
    `UPDATE records SET ordinal = @next, sequence = @sequence, container_number = @containerNumber, sha256 = @sha256,
       record_sha256 = @recordSha256, size_bytes = @sizeBytes, payload = @payload
     WHERE ordinal = @ordinal`,
  ).run({ ...record, ordinal, next });
  prepared<[number, number]>(db, "UPDATE pictures SET record_ordinal = ? WHERE record_ordinal = ?").run(next, ordinal);
}
