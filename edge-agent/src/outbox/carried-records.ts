import type { Database } from "better-sqlite3";
import { prepared } from "./prepared.ts";
import type { RecordAnswer, Settled, WaitingRecord } from "./outbox.ts";
import { findRecordDamage, RECORD_FACTS, readPictures, type StoredRecord, toOutboxRecord } from "./read-record.ts";
import { FIRST_PRIORITY, LATER_PRIORITY } from "./record.ts";
import { acknowledgeRecord, parkRecord, type Settling } from "./settle-record.ts";

/** See `OutboxInspection.waiting`; `run` opens the database again for each record. */
export function* readWaiting(run: <T>(work: (db: Database) => T) => T): Generator<WaitingRecord> {
  for (const priority of [FIRST_PRIORITY, LATER_PRIORITY]) {
    let ordinal = 0;
    for (;;) {
      const next = run((db) => readAfter(db, { priority, ordinal }));
      if (next === undefined) break;
      ({ ordinal } = next);
      yield next.waiting;
    }
  }
}

/** The next record of a priority. The table itself is in order of the ordinals, so nothing is sorted. */
function readAfter(
  db: Database,
  after: { priority: number; ordinal: number },
): { ordinal: number; waiting: WaitingRecord } | undefined {
  const row = prepared<typeof after, StoredRecord>(
    db,
    `SELECT ${RECORD_FACTS}, payload FROM records
       WHERE ordinal > @ordinal AND priority = @priority AND parked_at_ms IS NULL AND sequence > 0
       ORDER BY ordinal LIMIT 1`,
  ).get(after);
  if (row === undefined) return undefined;
  const { id, sha256, ordinal } = row;
  const pictures = readPictures(db, ordinal);
  const record = findRecordDamage(row, pictures) === null ? toOutboxRecord(row, pictures) : null;
  return { ordinal, waiting: { id, sha256, record } };
}

/** See `OutboxInspection.settle`. A record is only settled while its SHA-256 is the one that was carried. */
export function settleCarried(db: Database, answers: readonly RecordAnswer[], settling: Settling): Settled {
  const settled: Settled = { deleted: 0, parked: 0, missing: 0 };
  const find = db.prepare<[string, string], number>("SELECT ordinal FROM records WHERE id = ? AND sha256 = ?").pluck();
  db.transaction(() => {
    for (const answer of answers) {
      const { id, sha256 } = answer;
      if (find.get(id, sha256) === undefined) settled.missing += 1;
      else if (answer.outcome === "recorded") {
        acknowledgeRecord(db, id, answer.rejected, settling);
        settled.deleted += 1;
      } else if (parkRecord(db, id, { nowMs: settling.nowMs, reason: answer.reason, status: answer.status }))
        settled.parked += 1;
    }
  }).immediate();
  return settled;
}
