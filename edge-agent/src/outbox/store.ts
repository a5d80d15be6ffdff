import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { type Ballast, createBallast } from "./ballast.ts";
import { findFileDamage } from "./check-file.ts";
import { type DatabaseBounds, openDatabase, withDrainReserve, withoutGrowth } from "./database.ts";
import {
  findDisplaced,
  foldDisplacedLog,
  identifyFiles,
  placeRescued,
  rescueDisplacedDatabase,
} from "./displaced-file.ts";
import { lockOutbox } from "./lock-outbox.ts";
import type { OutboxLogger } from "./outbox.ts";
import { explainStorageError, isDamage, isFull, OutboxError } from "./outbox-error.ts";
import { completeMove, isEmptyRemnant, listQuarantines, listUnsalvaged, moveToQuarantine } from "./quarantine.ts";
import { salvageQuarantine } from "./salvage.ts";

/** More damage than this while one process runs means that the disk fails faster than files can be replaced. */
const MAX_QUARANTINES_PER_RUN = 5;

export type StoreOptions = DatabaseBounds & {
  file: string;
  ballastBytes: number;
  nowMs: () => number;
  logger: OutboxLogger;
};

/** The open file, its lock and its ballast; replaces the file by a new one when it turns out to be damaged. */
export type Store = {
  ballast: Ballast;
  /** Reads, or writes what neither fills nor frees. Errors come out explained; damage is repaired, then tried again. */
  run<T>(operation: string, subject: string, work: (db: Database.Database) => T): T;
  /** Adds to the file: while neither the ballast nor the disk has space to drain, only within its size. */
  fill<T>(operation: string, subject: string, work: (db: Database.Database) => T): T;
  /** Gives up something for captures: when there is no space for that, with the reserve of pages. */
  relieve<T>(operation: string, subject: string, work: (db: Database.Database) => T): T;
  /** Settles records: like `relieve`, and when the disk itself is full, with the ballast's space. */
  drain<T>(operation: string, subject: string, work: (db: Database.Database) => T): T;
  quarantines(): string[];
  close(): void;
};

/** Locks, checks and opens the file; throws OutboxError. */
export function openStore(options: StoreOptions): Store {
  const { file, logger } = options;
  const ballast = createBallast(`${file}.ballast`, options.ballastBytes);
  try {
    mkdirSync(path.dirname(file), { recursive: true });
  } catch (error) {
    throw explainStorageError("make the folder of", file, error);
  }
  const lock = lockOutbox(file);
  let db: Database.Database;
  try {
    db = openSound(options);
    ballast.restore();
  } catch (error) {
    lock.release();
    throw explainStorageError("open", file, error);
  }
  let opened = identifyFiles(file);
  let replaced = 0;

  const replace = (cause: unknown): void => {
    replaced += 1;
    if (replaced > MAX_QUARANTINES_PER_RUN) throw cause;
    db.close();
    quarantine(options, cause);
    db = openSound(options);
    opened = identifyFiles(file);
  };
  const restoreDisplaced = (): void => {
    const displaced = findDisplaced(file, opened);
    if (displaced === null) return;
    logger.error({ file, displaced }, "somebody removed or replaced a file of the outbox in use: writing it again");
    // Closed already when opening failed after an earlier rescue: then only that is left to do.
    if (db.open && displaced === "log") foldDisplacedLog(db);
    else if (db.open) rescueDisplacedDatabase(db, file);
    db.close();
    db = openSound(options);
    opened = identifyFiles(file);
  };
  const run: Store["run"] = (operation, subject, work) => {
    try {
      restoreDisplaced();
      try {
        return work(db);
      } catch (error) {
        if (!isDamage(error)) throw error;
        replace(error);
        return work(db);
      }
    } catch (error) {
      throw explainStorageError(operation, subject, error);
    }
  };
  const relieve: Store["relieve"] = (operation, subject, work) => {
    try {
      return run(operation, subject, work);
    } catch (error) {
      if (!isFull(error)) throw error;
      return run(operation, subject, (db) => withDrainReserve(db, options, () => work(db)));
    }
  };
  return {
    ballast,
    run,
    relieve,
    fill: (operation, subject, work) =>
      run(operation, subject, (db) => (ballast.isCovered() ? work(db) : withoutGrowth(db, options, () => work(db)))),
    drain(operation, subject, work) {
      try {
        return relieve(operation, subject, work);
      } catch (error) {
        if (!isFull(error) || !ballast.release()) throw error;
        logger.warn({ file }, "the disk is full: gave up the ballast file, so that the outbox can drain");
        return relieve(operation, subject, work);
      }
    },
    quarantines: () => listQuarantines(file),
    close() {
      db.close();
      lock.release();
    },
  };
}

/** Opens a sound file: the one that is there, or a new one with what could be saved from it. */
function openSound(options: StoreOptions): Database.Database {
  const { file, nowMs, logger } = options;
  for (const folder of listUnsalvaged(file)) completeMove(file, folder);
  placeRescued(file, () => quarantine(options, new Error("another file stood in its place")));
  if (isEmptyRemnant(file)) quarantine(options, new Error("the file is empty or gone"));
  let db: Database.Database;
  try {
    db = openChecked(options);
  } catch (error) {
    if (!isDamage(error)) throw error;
    quarantine(options, error);
    db = openChecked(options);
  }
  for (const folder of listUnsalvaged(file)) {
    salvageQuarantine(db, folder, { name: path.basename(file), nowMs: nowMs(), logger });
  }
  return db;
}

function openChecked(options: StoreOptions): Database.Database {
  const db = openDatabase(options.file, options);
  try {
    const finding = findFileDamage(db, statSync(options.file).size);
    if (finding === null) return db;
    throw new OutboxError({
      operation: "read",
      subject: options.file,
      reason: finding,
      hint: "It is set aside, and what can be read is saved.",
      code: "SQLITE_CORRUPT",
    });
  } catch (error) {
    db.close();
    throw error;
  }
}

function quarantine({ file, nowMs, logger }: StoreOptions, cause: unknown): void {
  const folder = moveToQuarantine(file, nowMs());
  logger.error({ file, quarantine: folder, err: cause }, "the outbox file is damaged: moved to quarantine");
}
