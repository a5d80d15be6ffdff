import path from "node:path";
import type Database from "better-sqlite3";
import { type Ballast, createBallast, spareDiskBytes } from "./ballast.ts";
import { withDrainReserve, withoutGrowth } from "./database.ts";
import { lockOutbox } from "./lock-outbox.ts";
import { explainStorageError, isFull } from "./outbox-error.ts";
import { listQuarantines } from "./recovery/quarantine.ts";
import { openSoundDatabase, type SoundDatabase, type SoundDatabaseOptions } from "./recovery/sound-database.ts";
import { makeFolder } from "../base/sync-path.ts";

type StoreOptions = SoundDatabaseOptions & { ballastBytes: number };

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
  /** Bytes of the disk that captures may still take; null when the disk does not report them. */
  spareDiskBytes(): number | null;
  quarantines(): string[];
  close(): void;
};

/** Locks, checks and opens the file; throws OutboxError. */
export function openStore(options: StoreOptions): Store {
  const { file, logger } = options;
  const { ballast, lock, database } = takeFiles(options);
  const run: Store["run"] = (operation, subject, work) => {
    try {
      return database.use(work);
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
        logger.warn({ file }, "disk full; released the ballast file so that the outbox can drain");
        return relieve(operation, subject, work);
      }
    },
    spareDiskBytes: () => spareDiskBytes(file, { sizeBytes: options.ballastBytes, inPlace: ballast.inPlace() }),
    quarantines: () => listQuarantines(file),
    close() {
      database.close();
      lock.release();
    },
  };
}

/** Takes the files; on a disk that is too full even for that, with the ballast's space. */
function takeFiles(options: StoreOptions) {
  const { file, logger } = options;
  const ballast = createBallast(`${file}.ballast`, options.ballastBytes);
  try {
    makeFolder(path.dirname(file));
  } catch (error) {
    throw explainStorageError("make the folder of", file, error);
  }
  try {
    return openFiles(options, ballast);
  } catch (error) {
    // An outbox that another process holds is no full disk: that one's ballast stays.
    if (!isFull(error) || !ballast.release()) throw error;
    logger.warn({ file }, "disk full; released the ballast file so that the outbox can open");
    return openFiles(options, ballast);
  }
}

/** Takes the lock, then opens the database and puts the ballast in place. */
function openFiles(options: StoreOptions, ballast: Ballast) {
  const { file } = options;
  const lock = lockOutbox(file);
  let database: SoundDatabase | undefined;
  try {
    database = openSoundDatabase(options);
    ballast.restore();
    return { ballast, lock, database };
  } catch (error) {
    database?.close();
    lock.release();
    throw explainStorageError("open", file, error);
  }
}
