import { existsSync } from "node:fs";
import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import type { Database } from "better-sqlite3";
import { spareDiskBytes } from "./ballast.ts";
import { readWaiting, settleCarried } from "./carried-records.ts";
import { openBesideWriter } from "./database.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import type { OutboxInspection, OutboxLimits, OutboxStatus } from "./outbox.ts";
import { explainStorageError } from "./outbox-error.ts";
import { exportParked, listDelivered, listParked } from "./parked-records.ts";
import { listQuarantines } from "./recovery/quarantine.ts";
import { listFailing, readStatus } from "./read-status.ts";
import { retryParked, type Settling } from "./settle-record.ts";

const DEFAULT_PARKED = 1_000;
const DEFAULT_DELIVERED = 50;

type Run = <T>(operation: string, subject: string, work: (db: Database) => T) => T;

/** The calls that reading an outbox and holding it have in common, on whatever opens the database. */
export function createInspection(parts: {
  file: string;
  run: Run;
  readStatus: (db: Database) => OutboxStatus;
  settling: () => Settling;
  close: () => void;
}): OutboxInspection {
  const { file, run, settling } = parts;
  return {
    status: () => run("read the status of", file, parts.readStatus),
    failing: () => run("list the failing records of", file, listFailing),
    parked: (limit = DEFAULT_PARKED) => run("list the parked records of", file, (db) => listParked(db, limit)),
    delivered: (limit = DEFAULT_DELIVERED) => run("list the deliveries of", file, (db) => listDelivered(db, limit)),
    exportParked: (folder, ids) => run("export parked records to", folder, (db) => exportParked(db, folder, ids)),
    retryParked: (ids) => run("retry parked records of", file, (db) => retryParked(db, ids)),
    waiting: () => readWaiting((work) => run("read the waiting records of", file, work)),
    settle: (answers) => run("settle records of", file, (db) => settleCarried(db, answers, settling())),
    close: parts.close,
  };
}

/**
 * Opens an outbox that an agent may be running on, for the command line: everything but `retryParked` and `settle` only
 * reads, and these are short writes. A running agent notices retried records by itself within its `idleCheckMs`. Throws
 * OutboxError when there is no outbox, or one of another version.
 */
export function inspectOutbox(options: {
  file: string;
  nowMs: () => number;
  limits?: Partial<OutboxLimits> | undefined;
}): OutboxInspection {
  const { file, nowMs } = options;
  const bounds = { ...DEFAULT_LIMITS, ...options.limits };
  const newId = createObjectIdMaker(nowMs);
  const explained = <T>(operation: string, subject: string, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw explainStorageError(operation, subject, error);
    }
  };
  const db = explained("open", file, () => openBesideWriter(file, bounds));
  return createInspection({
    file,
    run: (operation, subject, work) => explained(operation, subject, () => work(db)),
    readStatus(opened) {
      const ballastInPlace = bounds.ballastBytes === 0 || existsSync(`${file}.ballast`);
      const spare = spareDiskBytes(file, { sizeBytes: bounds.ballastBytes, inPlace: ballastInPlace });
      const parts = { bounds, nowMs: nowMs(), ballastInPlace, spareDiskBytes: spare };
      return readStatus(opened, { ...parts, quarantines: listQuarantines(file) });
    },
    settling: () => ({ nowMs: nowMs(), newId, deliveredHistory: bounds.deliveredHistory }),
    close: () => db.close(),
  });
}
