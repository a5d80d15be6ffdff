import type { Database } from "better-sqlite3";
import { DRAIN_BYTES } from "./ballast.ts";
import type { Logger } from "../base/logger.ts";
import { OutboxError } from "./outbox-error.ts";
import { isSecondary, type RecordKind } from "./record.ts";

/** Records whose pictures one step drops at most, so that no transaction grows without bound. */
const REDUCED_PER_STEP = 50;
/** Extra room made beyond the need, so that the next captures need not make room again. */
const SPARE_BYTES = 1024 * 1024;

/**
 * One step of making room for a capture: drops the history of deliveries, or, when there is none, the full-size
 * pictures of the oldest records until `neededBytes` are free; waiting records come before parked ones. Every record
 * keeps its small picture. A batch of events costs no scan its pictures. Returns whether anything was given up.
 */
export function makeRoom(db: Database, wanted: { neededBytes: number; kind: RecordKind }, logger: Logger): boolean {
  const given = db
    .transaction(() => {
      const { changes } = db.prepare("DELETE FROM deliveries").run();
      const mayReduce = changes === 0 && !isSecondary(wanted.kind);
      return {
        deliveries: changes,
        reduced: mayReduce ? dropFullSizePictures(db, wanted.neededBytes + SPARE_BYTES) : [],
      };
    })
    .immediate();
  // Only now is it so: on a full disk the commit may have failed.
  if (given.deliveries > 0) {
    logger.warn({ deliveries: given.deliveries }, "outbox full; dropped the history of deliveries");
  }
  for (const { id, bytes } of given.reduced) {
    logger.warn({ recordId: id, freedBytes: bytes }, "outbox full; kept only the small picture of a record");
  }
  return given.deliveries > 0 || given.reduced.length > 0;
}

type FullSize = { ordinal: number; id: string; bytes: number };

/** Returns the records whose full-size pictures were dropped. */
function dropFullSizePictures(db: Database, wantedBytes: number): FullSize[] {
  const oldest = db
    .prepare<[number], FullSize>(
      `SELECT r.ordinal, r.id, sum(p.size_bytes) AS bytes
       FROM pictures p JOIN records r ON r.ordinal = p.record_ordinal
       WHERE p.role <> 'small' AND p.bytes IS NOT NULL
       GROUP BY r.ordinal ORDER BY r.parked_at_ms IS NOT NULL, r.ordinal LIMIT ?`,
    )
    .all(REDUCED_PER_STEP);
  const reduced: FullSize[] = [];
  let freedBytes = 0;
  for (const record of oldest) {
    if (freedBytes >= wantedBytes) break;
    const { ordinal, bytes } = record;
    db.prepare<[number]>("UPDATE pictures SET bytes = NULL WHERE record_ordinal = ? AND role <> 'small'").run(ordinal);
    db.prepare<[number, number]>("UPDATE records SET size_bytes = size_bytes - ? WHERE ordinal = ?").run(
      bytes,
      ordinal,
    );
    freedBytes += bytes;
    reduced.push(record);
  }
  return reduced;
}

/** Returns the message for a refused capture. */
export function describeFull(file: string, maxBytes: number, neededBytes: number): string {
  return new OutboxError({
    operation: "keep a capture in",
    subject: file,
    reason: `it needs ${neededBytes} bytes, and the outbox (at most ${maxBytes} bytes) or its disk (all but the ${DRAIN_BYTES} bytes that delivering needs) is full`,
    hint: "Restore the connection to the cloud, free space on the disk, or raise the outbox limit; until then, captures are refused.",
    code: "SQLITE_FULL",
  }).message;
}
