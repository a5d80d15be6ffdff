import type { Database } from "better-sqlite3";
import type { SequenceRow } from "./damaged-file.ts";

type Key = { cameraId: string; kind: string };
type Range = { from: number; to: number };

/**
 * Continues the sequences and hash chains of a damaged file in the new one and notes the numbers between the last
 * delivery and the last capture that no record in the new file has. Returns how many such gaps there are.
 */
export function continueSequences(db: Database, damaged: readonly SequenceRow[], quarantine: string): number {
  return db
    .transaction(() => {
      const known = new Map(damaged.map((row) => [JSON.stringify([row.cameraId, row.kind]), row]));
      for (const found of selectFound(db)) {
        const key = JSON.stringify([found.cameraId, found.kind]);
        const row = known.get(key);
        if (row === undefined || row.lastSequence < found.lastSequence) {
          const lastDeliveredSequence = row?.lastDeliveredSequence ?? found.firstSequence - 1;
          known.set(key, { ...found, lastDeliveredSequence });
        }
      }
      let gaps = 0;
      for (const row of known.values()) {
        for (const gap of findGaps(selectSequences(db, row), lastSettled(db, row), row.lastSequence)) {
          insertGap(db, row, gap, quarantine);
          gaps += 1;
        }
        mergeSequence(db, row);
      }
      return gaps;
    })
    .immediate();
}

/** The numbers above `settled` up to `last` that are not among `present` (rising), as ranges. */
function findGaps(present: readonly number[], settled: number, last: number): Range[] {
  const gaps: Range[] = [];
  let next = settled + 1;
  for (const sequence of [...present.filter((number) => number > settled && number <= last), last + 1]) {
    if (sequence > next) gaps.push({ from: next, to: sequence - 1 });
    next = sequence + 1;
  }
  return gaps;
}

/** Ends of the sequences as sound records show them; a damaged record's camera may be garbage. */
function selectFound(db: Database) {
  return db
    .prepare<[], SequenceRow & { firstSequence: number }>(
      // SQLite takes the bare column lastRecordSha256 from the row that has the maximum.
      `SELECT camera_id AS cameraId, kind, max(sequence) AS lastSequence,
         coalesce(record_sha256, '') AS lastRecordSha256, 0 AS lastDeliveredSequence,
         (SELECT min(sequence) FROM records first
          WHERE first.camera_id = records.camera_id AND first.kind = records.kind AND first.sequence > 0) AS firstSequence
       FROM records WHERE sequence > 0 AND (parked_reason IS NULL OR parked_reason NOT LIKE 'damaged on disk%')
       GROUP BY camera_id, kind`,
    )
    .all();
}

function selectSequences(db: Database, { cameraId, kind }: Key): number[] {
  return db
    .prepare<[string, string], number>(
      "SELECT DISTINCT sequence FROM records WHERE camera_id = ? AND kind = ? ORDER BY sequence",
    )
    .pluck()
    .all(cameraId, kind);
}

/** The last delivery that either file knows: the new one may have delivered since. */
function lastSettled(db: Database, { cameraId, kind, lastDeliveredSequence }: SequenceRow): number {
  const sql = "SELECT last_delivered_sequence FROM sequences WHERE camera_id = ? AND kind = ?";
  return Math.max(lastDeliveredSequence, db.prepare<[string, string], number>(sql).pluck().get(cameraId, kind) ?? 0);
}

function insertGap(db: Database, { cameraId, kind }: Key, { from, to }: Range, quarantine: string): void {
  db.prepare<[string, string, number, number, string]>("INSERT OR REPLACE INTO gaps VALUES (?, ?, ?, ?, ?)").run(
    cameraId,
    kind,
    from,
    to,
    quarantine,
  );
}

function mergeSequence(db: Database, row: SequenceRow): void {
  db.prepare<SequenceRow>(
    `INSERT INTO sequences VALUES (@cameraId, @kind, @lastSequence, @lastRecordSha256, @lastDeliveredSequence)
     ON CONFLICT DO UPDATE SET
       last_record_sha256 = iif(excluded.last_sequence > last_sequence, excluded.last_record_sha256, last_record_sha256),
       last_sequence = max(last_sequence, excluded.last_sequence),
       last_delivered_sequence = max(last_delivered_sequence, excluded.last_delivered_sequence)`,
  ).run(row);
}
