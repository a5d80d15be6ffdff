import type { Database } from "better-sqlite3";
import { databaseBytes, type DatabaseBounds } from "./database.ts";
import type { FailingRecords, OutboxStatus, SequenceGap } from "./outbox.ts";
import type { RecordKind } from "./record.ts";
import { prepared } from "./prepared.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The shortest time a rate is taken over, so that a first capture does not look like a flood. */
const MIN_RATE_MS = 10 * 60_000;

type KindTotal = {
  kind: RecordKind;
  parked: number;
  unnumbered: number;
  count: number;
  bytes: number;
  oldestMs: number;
};

/** See `OutboxStatus`; what lies beside the database is handed in. */
export function readStatus(
  db: Database,
  parts: {
    bounds: DatabaseBounds;
    nowMs: number;
    ballastInPlace: boolean;
    /** Bytes of the disk that captures may still take; null when the disk does not report them. */
    spareDiskBytes: number | null;
    quarantines: string[];
  },
): OutboxStatus {
  const { bounds, nowMs, ballastInPlace, spareDiskBytes, quarantines } = parts;
  const totals = prepared<[], KindTotal>(
    db,
    `SELECT kind, parked_at_ms IS NOT NULL AS parked, sequence = 0 AS unnumbered, count(*) AS count,
         sum(size_bytes) AS bytes, min(captured_at_ms) AS oldestMs
       FROM records GROUP BY kind, parked, unnumbered`,
  ).all();
  const kept = totals.filter(({ parked }) => parked === 0);
  const waiting = kept.filter(({ unnumbered }) => unnumbered === 0);
  const countOf = (kind: RecordKind) => waiting.find((total) => total.kind === kind)?.count ?? 0;
  const { used, free } = databaseBytes(db, { ...bounds, spareDiskBytes });
  const intakeBytesPerHour = readIntake(db, nowMs);
  const lastDeliveredAtMs = readFact(db, "last_delivered_at_ms");
  return {
    pending: sum(waiting.map(({ count }) => count)),
    pendingByKind: {
      "category-scan": countOf("category-scan"),
      "defect-scan": countOf("defect-scan"),
      "illegal-scan": countOf("illegal-scan"),
      evidence: countOf("evidence"),
      identify: countOf("identify"),
      "stream-events": countOf("stream-events"),
      "camera-drift": countOf("camera-drift"),
    },
    unnumbered: sum(kept.map(({ unnumbered, count }) => unnumbered * count)),
    oldestAgeMs:
      waiting.length === 0 ? null : Math.max(0, nowMs - Math.min(...waiting.map(({ oldestMs }) => oldestMs))),
    pendingBytes: sum(waiting.map(({ bytes }) => bytes)),
    recordBytes: sum(totals.map(({ bytes }) => bytes)),
    usedBytes: used,
    maxBytes: bounds.maxBytes,
    parked: sum(totals.filter(({ parked }) => parked === 1).map(({ count }) => count)),
    reduced:
      prepared<[], number>(db, "SELECT count(DISTINCT record_ordinal) FROM pictures WHERE bytes IS NULL")
        .pluck()
        .get() ?? 0,
    spareDiskBytes,
    intakeBytesPerHour,
    hoursUntilFull: intakeBytesPerHour === null ? null : free / intakeBytesPerHour,
    lastDeliveredAtMs: lastDeliveredAtMs === 0 ? null : lastDeliveredAtMs,
    refused: readFact(db, "refused"),
    ballastInPlace,
    sequenceGaps: listGaps(db),
    quarantines,
  };
}

/** See `OutboxInspection.failing`. */
export function listFailing(db: Database): FailingRecords[] {
  // With max(), SQLite takes the bare column from the row that has the maximum.
  return prepared<[], FailingRecords & { newest: number }>(
    db,
    `SELECT count(*) AS count, last_status AS lastStatus, last_error AS lastError, max(ordinal) AS newest
       FROM records WHERE parked_at_ms IS NULL AND last_error IS NOT NULL GROUP BY last_status ORDER BY count(*) DESC`,
  )
    .all()
    .map(({ count, lastStatus, lastError }) => ({ count, lastStatus, lastError }));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function readFact(db: Database, name: string): number {
  return prepared<[string], number>(db, "SELECT value FROM facts WHERE name = ?").pluck().get(name) ?? 0;
}

/** Bytes captured per hour over the last day, or since the first capture in it; null without captures. */
function readIntake(db: Database, nowMs: number): number | null {
  const intake = prepared<[number, number], { bytes: number; firstAtMs: number }>(
    db,
    `SELECT sum(bytes) AS bytes, min(first_at_ms) AS firstAtMs FROM intake
       WHERE hour_start_ms > ? AND hour_start_ms <= ? HAVING count(*) > 0`,
  ).get(nowMs - DAY_MS, nowMs);
  if (intake === undefined) return null;
  const overMs = Math.min(DAY_MS, Math.max(MIN_RATE_MS, nowMs - intake.firstAtMs));
  return intake.bytes / (overMs / HOUR_MS);
}

function listGaps(db: Database): SequenceGap[] {
  return prepared<[], SequenceGap>(
    db,
    `SELECT camera_id AS cameraId, kind, from_sequence AS fromSequence, to_sequence AS toSequence, quarantine
       FROM gaps ORDER BY camera_id, kind, from_sequence`,
  ).all();
}
