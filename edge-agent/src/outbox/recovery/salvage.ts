import type { Database } from "better-sqlite3";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { type DamagedFile, openDamagedFile } from "./damaged-file.ts";
import { markSalvaged } from "./quarantine.ts";
import type { Logger } from "../../base/logger.ts";
import { errorCodeOf, explainStorageError } from "../outbox-error.ts";
import { findRecordDamage, type StoredPicture, type StoredRecord } from "../read-record.ts";
import { continueSequences } from "./salvage-sequences.ts";

/** Records per transaction. */
const BATCH_RECORDS = 50;

type SalvageResult = { saved: number; damaged: number; unreadable: number };

/**
 * Carries every record that can still be read from a quarantined file into the new one, damaged ones as parked, and
 * continues its sequences. Can be repeated: existing records are skipped. A failure is logged and leaves the
 * quarantine unmarked, so that the next start tries again; until then the agent works with the new file.
 */
export function salvageQuarantine(
  db: Database,
  quarantine: string,
  parts: { name: string; nowMs: number; logger: Logger },
): void {
  const { name, nowMs, logger } = parts;
  try {
    const source = openDamagedFile(pathInside(quarantine, name));
    if (source === undefined) {
      logger.error({ quarantine }, "no record of the damaged outbox is readable; its file is kept");
      return markSalvaged(quarantine, { saved: 0, damaged: 0, unreadable: 0 });
    }
    try {
      const result = copyRecords(db, source, nowMs);
      const gaps = continueSequences(db, source.readSequences(), quarantine);
      markSalvaged(quarantine, { ...result, gaps });
      logger.warn({ quarantine, ...result, gaps }, "outbox was damaged; readable records are saved in a new one");
    } finally {
      source.close();
    }
  } catch (error) {
    const explained = explainStorageError("save records from", quarantine, error);
    logger.error({ quarantine, err: explained }, "damaged outbox not fully saved; retrying at the next start");
  }
}

function copyRecords(db: Database, source: DamagedFile, nowMs: number): SalvageResult {
  const result: SalvageResult = { saved: 0, damaged: 0, unreadable: 0 };
  for (let start = 0; start < source.ordinals.length; start += BATCH_RECORDS) {
    db.transaction(() => {
      for (const ordinal of source.ordinals.slice(start, start + BATCH_RECORDS)) {
        result[copyRecord(db, source, ordinal, nowMs)] += 1;
      }
    }).immediate();
  }
  return result;
}

function copyRecord(db: Database, source: DamagedFile, ordinal: number, nowMs: number): keyof SalvageResult {
  const record = source.readRecord(ordinal);
  if (record === undefined) return "unreadable";
  if (isSettledOrThere(db, record.id)) return "saved";
  try {
    const pictures = source.readPictures(ordinal);
    const damage = findRecordDamage(record, pictures);
    const park = damage === null || record.parkedAtMs !== null ? {} : { parkedAtMs: nowMs, parkedReason: damage };
    db.transaction(() => insertCopy(db, { ...record, ...park }, pictures))();
    return damage === null ? "saved" : "damaged";
  } catch (error) {
    // Values that no check and no column takes are garbage; anything else is a failure of the new file.
    if (error instanceof TypeError || errorCodeOf(error).startsWith("SQLITE_CONSTRAINT")) return "unreadable";
    throw error;
  }
}

function isSettledOrThere(db: Database, id: string): boolean {
  const sql = "SELECT 1 FROM records WHERE id = @id UNION ALL SELECT 1 FROM deliveries WHERE id = @id LIMIT 1";
  return db.prepare<{ id: string }>(sql).get({ id }) !== undefined;
}

/** Under a new ordinal, which keeps the order. */
function insertCopy(db: Database, record: StoredRecord, pictures: readonly StoredPicture[]): void {
  const { lastInsertRowid } = db
    .prepare<StoredRecord>(
      `INSERT INTO records (id, kind, camera_id, sequence, container_number, captured_at_ms, clock_synchronised,
         priority, payload_version, sha256, record_sha256, size_bytes, attempts, next_attempt_at_ms, last_status,
         last_error, parked_at_ms, parked_reason, payload)
       VALUES (@id, @kind, @cameraId, @sequence, @containerNumber, @capturedAtMs, @clockSynchronised,
         @priority, @payloadVersion, @sha256, @recordSha256, @sizeBytes, @attempts, @nextAttemptAtMs, @lastStatus,
         @lastError, @parkedAtMs, @parkedReason, @payload)`,
    )
    .run(record);
  const insert = db.prepare<StoredPicture & { ordinal: number | bigint }>(
    `INSERT INTO pictures (record_ordinal, role, sha256, size_bytes, bytes)
     VALUES (@ordinal, @role, @sha256, @sizeBytes, @bytes)`,
  );
  for (const picture of pictures) insert.run({ ...picture, ordinal: lastInsertRowid });
}
