import type { Database } from "better-sqlite3";
import type { SignRecord } from "./compose-record.ts";
import { createInspection } from "./inspect-outbox.ts";
import { followRecord, insertCapture, insertUnnumbered } from "./insert-record.ts";
import { describeFull, makeRoom } from "./make-room.ts";
import { mergeEvents } from "./merge-events.ts";
import { listUnnumbered, numberRecord } from "./number-record.ts";
import type { Logger } from "../base/logger.ts";
import type { CaptureResult, Outbox, OutboxLimits, OutboxOptions, Rejection } from "./outbox.ts";
import { isFull, isStorageFailure } from "./outbox-error.ts";
import { prepared } from "./prepared.ts";
import { findRecordDamage, findWaiting, readPictures, selectNext, toOutboxRecord } from "./read-record.ts";
import { readStatus } from "./read-status.ts";
import type { Capture, UnnumberedScan } from "./record.ts";
import { acknowledgeRecord, markParked, noteFailure, parkRecord } from "./settle-record.ts";
import type { Store } from "./store.ts";
import { tidyDrained } from "./tidy-drained.ts";

/** Steps of making room for one capture; each drops the pictures of up to 50 records. */
const MAX_ROOM_STEPS = 100;
const ID_PATTERN = /^[A-Za-z0-9_-]{1,100}$/;

/** Options of an outbox, besides its store. */
export type CreateOutboxOptions = Omit<OutboxOptions, "limits"> & { limits: OutboxLimits };

/** The outbox on an open store; closing the one closes the other. */
export function createOutbox(store: Store, options: CreateOutboxOptions): Outbox {
  const { file, nowMs, newId, logger, limits, sign = () => null } = options;
  const refusals = { uncounted: 0 };
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());
  const insertParts = { file, nowMs, logger, sign, maxBytes: limits.maxBytes, refusals };
  const settling = () => ({ nowMs: nowMs(), newId, deliveredHistory: limits.deliveredHistory });
  const inspection = createInspection({
    file,
    run: (operation, subject, work) => store.run(operation, subject, work),
    readStatus: (db) => {
      const ballastInPlace = store.ballast.inPlace();
      const spareDiskBytes = store.spareDiskBytes();
      const parts = { bounds: limits, nowMs: nowMs(), ballastInPlace, spareDiskBytes };
      const status = readStatus(db, { ...parts, quarantines: store.quarantines() });
      return { ...status, refused: status.refused + refusals.uncounted };
    },
    settling,
    close: () => store.close(),
  });
  return {
    ...inspection,
    insert(capture) {
      const result = insertOrMakeRoom(store, capture, insertCapture, insertParts);
      if (result.ok) notify();
      return result;
    },
    insertUnnumbered: (scan) => insertOrMakeRoom(store, scan, insertUnnumbered, insertParts),
    follow: (link) => store.fill("begin a chain in", file, (db) => followRecord(db, link)),
    unnumbered: () => store.run("list the scans without a number of", file, listUnnumbered),
    assignNumber(id, containerNumber, passageId) {
      const result = assignNumber(store, { id, containerNumber, passageId }, { nowMs, logger, sign });
      if (result === "numbered") notify();
      return result;
    },
    retryParked(ids) {
      const count = inspection.retryParked(ids);
      if (count > 0) notify();
      return count;
    },
    onPending(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    nextRecords: (query) => store.run("choose the next records of", file, (db) => selectNext(db, query)),
    mergeEvents: (id) => store.drain("merge the events of", id, (db) => mergeEvents(db, id, newId)),
    read: (id) => readChecked(store, id, nowMs()),
    acknowledge(id, rejected = []) {
      acknowledge(store, { id, rejected }, settling(), logger);
    },
    park(id, { reason, status }) {
      const known = store.drain("park the record", id, (db) => parkRecord(db, id, { nowMs: nowMs(), reason, status }));
      if (known) logger.warn({ recordId: id, status, reason }, "record parked");
    },
    noteFailure: (id, failure) => store.drain("note a failed try of record", id, (db) => noteFailure(db, id, failure)),
  };
}

/** `uncounted`: refusals that the file could not take note of yet. */
type InsertParts = Pick<OutboxOptions, "file" | "nowMs" | "logger"> & {
  sign: SignRecord;
  maxBytes: number;
  refusals: { uncounted: number };
};

function insertOrMakeRoom<T extends Capture | UnnumberedScan>(
  store: Store,
  capture: T,
  insert: (db: Database, capture: T, parts: { nowMs: number; sign: SignRecord }) => number | null,
  parts: InsertParts,
): CaptureResult {
  if (!ID_PATTERN.test(capture.id)) throw new RangeError(`a record's id must match ${ID_PATTERN}, not ${capture.id}`);
  const { file, nowMs, logger, sign, maxBytes } = parts;
  const neededBytes = sizeOf(capture);
  try {
    for (let step = 0; step <= MAX_ROOM_STEPS; step++) {
      try {
        const sequence = store.fill("keep a capture in", file, (db) => insert(db, capture, { nowMs: nowMs(), sign }));
        return { ok: true, id: capture.id, sequence };
      } catch (error) {
        if (!isFull(error)) throw error;
        if (!store.relieve("make room in", file, (db) => makeRoom(db, { neededBytes, kind: capture.kind }, logger)))
          break;
      }
    }
  } catch (error) {
    if (!isStorageFailure(error) && !isFull(error)) throw error;
    if (!isFull(error)) return refuse(store, { reason: "unwritable", message: String(error), neededBytes }, parts);
  }
  return refuse(store, { reason: "full", message: describeFull(file, maxBytes, neededBytes), neededBytes }, parts);
}

function acknowledge(
  store: Store,
  { id, rejected }: { id: string; rejected: readonly Rejection[] },
  settling: Parameters<typeof acknowledgeRecord>[3],
  logger: Logger,
): void {
  const known = store.drain("delete the delivered record", id, (db) => acknowledgeRecord(db, id, rejected, settling));
  if (!known) logger.warn({ recordId: id }, "delivered record is no longer in the outbox");
  tidyDrained(store, logger);
}

function assignNumber(
  store: Store,
  { id, ...name }: { id: string; containerNumber: string; passageId: string | undefined },
  { nowMs, logger, sign }: Pick<InsertParts, "nowMs" | "logger" | "sign">,
): ReturnType<Outbox["assignNumber"]> {
  const number = (db: Database) => numberRecord(db, id, name, { nowMs: nowMs(), sign });
  const result = store.drain("give its container number to", id, number);
  if (result !== "numbered") logger.warn({ recordId: id, result }, "scan cannot get its container number");
  return result;
}

type Refusal = Omit<CaptureResult & { ok: false }, "ok">;

function refuse(store: Store, refusal: Refusal, { logger, refusals }: InsertParts): CaptureResult {
  refusals.uncounted += 1;
  try {
    store.run("count a refused capture in", "the outbox", (db) =>
      prepared<[number]>(db, "UPDATE facts SET value = value + ? WHERE name = 'refused'").run(refusals.uncounted),
    );
    refusals.uncounted = 0;
  } catch (error) {
    // A full disk has no room for this either: the count is kept here until it has. Logged once, not for each refusal.
    if (refusals.uncounted === 1) logger.warn({ reason: String(error) }, "refused captures are counted in memory only");
  }
  return { ok: false, ...refusal };
}

/** Bytes of the pictures and of the payload without its envelope: close enough to make room by. */
function sizeOf(capture: Capture | UnnumberedScan): number {
  const pictures = "pictures" in capture ? Object.values(capture.pictures) : [];
  const payloadBytes = Buffer.byteLength(JSON.stringify(capture.payload));
  return pictures.reduce((sum, picture) => sum + (picture?.byteLength ?? 0), payloadBytes);
}

function readChecked(store: Store, id: string, nowMs: number): ReturnType<Outbox["read"]> {
  const found = store.run("read record", id, (db) => {
    const record = findWaiting(db, id);
    if (record === undefined) return null;
    const pictures = readPictures(db, record.ordinal);
    const damage = findRecordDamage(record, pictures);
    return damage === null ? toOutboxRecord(record, pictures) : { ordinal: record.ordinal, damage };
  });
  if (found === null) return { ok: false, reason: "missing" };
  if (!("damage" in found)) return { ok: true, record: found };
  const why = { nowMs, reason: found.damage, status: null };
  store.drain("park the damaged record", id, (db) => markParked(db, found.ordinal, why));
  return { ok: false, reason: "damaged" };
}
