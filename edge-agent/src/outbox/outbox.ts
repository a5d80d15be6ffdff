import type { Logger } from "../base/logger.ts";
import type { SignRecord } from "./compose-record.ts";
import type { MergedEvents } from "./merge-events.ts";
import type { Capture, NextRecordsQuery, OutboxRecord, RecordHead, RecordKind, UnnumberedScan } from "./record.ts";

/** Bounds of the outbox. */
export type OutboxLimits = {
  /** Size the database may grow to. Default 8 GiB; at least 1 MiB. */
  maxBytes: number;
  /**
   * Size of the file that is given up so that a full disk can drain. Default 64 MiB; at least 16 MiB, or 0 for none.
   */
  ballastBytes: number;
  /** Delivered scans and identifications that are remembered for `queue status`. Default 1,000. */
  deliveredHistory: number;
  /** Time to wait for a lock that another process holds, milliseconds. Default 5,000. */
  busyTimeoutMs: number;
};

export type OutboxOptions = {
  /** The database file; its folder is made when missing. Files beside it begin with its name. */
  file: string;
  /** Wall clock, milliseconds since the Unix epoch. */
  nowMs: () => number;
  /** Makes ids for records of the outbox's own: the rejected part of a batch of events. */
  newId: () => string;
  logger: Logger;
  /** Signs the records; undefined: they are not signed. */
  sign: SignRecord | undefined;
  limits?: Partial<OutboxLimits> | undefined;
};

/**
 * The outcome of an insert. With `ok` the capture has been committed to disk and cannot be lost; `sequence` is 0 for a
 * scan that waits for its number, and null where its picture had been captured before, so that nothing was added.
 * Otherwise it was not kept, which the caller must report:
 * - `full`: neither history nor full-size pictures are left to drop
 * - `unwritable`: the disk refused (read-only, fsync or input/output error)
 */
export type CaptureResult =
  | { ok: true; id: string; sequence: number | null }
  | { ok: false; reason: "full" | "unwritable"; message: string; neededBytes: number };

/** A record that is set aside until a person decides. */
export type ParkedRecord = {
  id: string;
  kind: RecordKind;
  cameraId: string;
  containerNumber: string | null;
  sequence: number;
  capturedAtMs: number;
  parkedAtMs: number;
  reason: string;
  /** HTTP status of the answer that parked it; null when none did (damage on disk). */
  lastStatus: number | null;
  attempts: number;
  sizeBytes: number;
};

/** A scan that waits for its container number; it is not delivered before it has one. */
export type UnnumberedRecord = {
  id: string;
  kind: RecordKind;
  cameraId: string;
  capturedAtMs: number;
  /** Null in a record of a release without passages, and in a damaged one. */
  passageId: string | null;
};

export type DeliveredRecord = {
  id: string;
  kind: RecordKind;
  cameraId: string;
  sequence: number;
  containerNumber: string | null;
  deliveredAtMs: number;
};

/** Records that a damaged file should have held and did not give back; they may have been delivered before. */
export type SequenceGap = {
  cameraId: string;
  kind: RecordKind;
  fromSequence: number;
  toSequence: number;
  /** Folder that keeps the damaged file. */
  quarantine: string;
};

export type OutboxStatus = {
  /** Records waiting to be delivered, in all and by kind. */
  pending: number;
  pendingByKind: Record<RecordKind, number>;
  /** Scans that wait for their container number; they are not among the pending. */
  unnumbered: number;
  /** Age of the oldest waiting record; null when none waits. */
  oldestAgeMs: number | null;
  /** Bytes of the records waiting to be delivered. */
  pendingBytes: number;
  /** Bytes of waiting and parked records. */
  recordBytes: number;
  /** Bytes of the database in use, and the most it may use. */
  usedBytes: number;
  maxBytes: number;
  parked: number;
  /** Waiting or parked records whose full-size pictures had to be dropped. */
  reduced: number;
  /** Bytes of the disk that captures may still take; null when the disk does not report them. */
  spareDiskBytes: number | null;
  /** Bytes captured per hour, over the last 24 hours; null without captures. */
  intakeBytesPerHour: number | null;
  /**
   * Hours until captures are refused or lose their full-size pictures when nothing is delivered, at
   * `intakeBytesPerHour`, by the limit of the outbox and by the free space of the disk; null without captures.
   */
  hoursUntilFull: number | null;
  lastDeliveredAtMs: number | null;
  /** Captures refused since the outbox was made. */
  refused: number;
  /** False while the ballast is given up: the disk is or was full. */
  ballastInPlace: boolean;
  sequenceGaps: SequenceGap[];
  /** Folders of damaged files that were set aside. */
  quarantines: string[];
};

/** Waiting records whose last try failed, by the status of the answer. */
export type FailingRecords = {
  count: number;
  /** Null when no answer came. */
  lastStatus: number | null;
  /** That of the newest of them. */
  lastError: string;
};

/** A waiting record with the SHA-256 of its row; `record` is null for a damaged one. */
export type WaitingRecord = { id: string; sha256: string; record: OutboxRecord | null };

/** Outcome of a record that was carried to the cloud in a file; `sha256` as returned by `waiting`. */
export type RecordAnswer = { id: string; sha256: string } & (
  | { outcome: "recorded"; rejected: readonly Rejection[] }
  | { outcome: "refused"; reason: string; status: number }
);

/** Numbers of records that were deleted, parked, and missing: already delivered, or not the same record. */
export type Settled = { deleted: number; parked: number; missing: number };

/** Operations of the command line beside a running agent: reading, and short writes. */
export type OutboxInspection = {
  status(): OutboxStatus;
  /** Most records first. Reads every row: for a person who asks, not for a program that asks again and again. */
  failing(): FailingRecords[];
  /** Oldest first, at most `limit` (default 1,000). */
  parked(limit?: number): ParkedRecord[];
  /** Newest first, at most `limit` (default 50). */
  delivered(limit?: number): DeliveredRecord[];
  /**
   * Writes parked records (all, or the ids given) to `folder`, each as `<id>.json` and its pictures beside it; they
   * stay parked. Damaged ones are written as they are. Returns the ids written; throws OutboxError when it cannot
   * write.
   */
  exportParked(folder: string, ids?: readonly string[]): string[];
  /** Makes parked records (all, or the ids given) wait for delivery again; returns how many. */
  retryParked(ids?: readonly string[]): number;
  /**
   * Returns the waiting records in the order of delivery, one in memory at a time. Records added or removed during the
   * iteration may be included or not; damaged ones are left unchanged.
   */
  waiting(): Iterable<WaitingRecord>;
  /** Deletes or parks records of which the cloud reports what came of them, in one transaction. */
  settle(answers: readonly RecordAnswer[]): Settled;
  close(): void;
};

export type Rejection = { index: number; code: string; message: string };

/** The queue between capturing and forwarding. All calls are synchronous; one process at a time holds it. */
export type Outbox = OutboxInspection & {
  /** Commits a capture with its pictures; throws only on a broken invariant, such as an id that is already there. */
  insert(capture: Capture): CaptureResult;
  /** Commits a scan whose container number is not known yet. */
  insertUnnumbered(scan: UnnumberedScan): CaptureResult;
  /**
   * Lets the first record of a chain follow the last one of the hardware that this device replaces. Returns false where
   * the chain has begun already.
   */
  follow(link: { cameraId: string; kind: RecordKind; recordSha256: string }): boolean;
  /** The scans that wait for their container number, oldest first. */
  unnumbered(): UnnumberedRecord[];
  /**
   * Gives a scan its container number, and its passage if that is another one than it was kept under: from now on it
   * waits for delivery. `damaged` ones have just been parked; `missing` ones do not wait for a number.
   */
  assignNumber(id: string, containerNumber: string, passageId?: string): "numbered" | "missing" | "damaged";
  /** Calls back after each committed insert and each retry; returns how to stop that. */
  onPending(listener: () => void): () => void;
  /**
   * The first waiting records of each camera, `perCamera` of each (default 1), scans and identifications before events,
   * then in order of insertion, at most `limit`; none of the cameras, kinds and ids excluded.
   */
  nextRecords(query: NextRecordsQuery): RecordHead[];
  /** Merges a waiting batch of events with those that follow it; see `mergeEvents`. */
  mergeEvents(id: string): MergedEvents;
  /** Reads and checks a waiting record. `damaged` ones have just been parked; `missing` ones no longer wait. */
  read(id: string): { ok: true; record: OutboxRecord } | { ok: false; reason: "missing" | "damaged" };
  /** Deletes a record that the cloud has acknowledged; the events it rejected are parked in the same transaction. */
  acknowledge(id: string, rejected?: readonly Rejection[]): void;
  park(id: string, why: { reason: string; status: number | null }): void;
  /** Notes a failed try; `counted` ones count against the record. Returns its counted tries so far. */
  noteFailure(
    id: string,
    failure: { status: number | null; error: string; counted: boolean; nextAttemptAtMs: number },
  ): number;
};
