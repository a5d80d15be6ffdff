import { statSync } from "node:fs";
import path from "node:path";
import type Database from "better-sqlite3";
import { findFileDamage } from "./check-file.ts";
import { type DatabaseBounds, openDatabase } from "../database.ts";
import {
  findDisplaced,
  foldDisplacedLog,
  identifyFiles,
  placeRescued,
  rescueDisplacedDatabase,
} from "./displaced-file.ts";
import type { Logger } from "../../base/logger.ts";
import { isDamage, OutboxError } from "../outbox-error.ts";
import { completeMove, isEmptyRemnant, isUnbegun, listUnsalvaged, moveToQuarantine } from "./quarantine.ts";
import { salvageQuarantine } from "./salvage.ts";

/** More damage than this while one process runs means that the disk fails faster than files can be replaced. */
const MAX_QUARANTINES_PER_RUN = 5;

export type SoundDatabaseOptions = DatabaseBounds & {
  file: string;
  nowMs: () => number;
  logger: Logger;
};

/** The open file, kept sound while it is in use. */
export type SoundDatabase = {
  /** Works on the file; when it turns out to be damaged, replaces it by a new one and works once more. */
  use<T>(work: (db: Database.Database) => T): T;
  close(): void;
};

/** Opens the file: the existing one, or a new one with what could be saved from it. */
export function openSoundDatabase(options: SoundDatabaseOptions): SoundDatabase {
  const { file, logger } = options;
  let db = openSound(options);
  let opened = identifyFiles(file);
  let replaced = 0;

  const reopen = (): void => {
    db = openSound(options);
    opened = identifyFiles(file);
  };
  const replace = (cause: unknown): void => {
    replaced += 1;
    if (replaced > MAX_QUARANTINES_PER_RUN) throw cause;
    db.close();
    quarantine(options, cause);
    reopen();
  };
  const restoreDisplaced = (): void => {
    const displaced = findDisplaced(file, opened);
    if (displaced === null) return;
    logger.error({ file, displaced }, "a file of the outbox was removed or replaced while in use; writing it again");
    // Closed already when opening failed after an earlier rescue: then only that is left to do.
    if (db.open && displaced === "log") foldDisplacedLog(db);
    else if (db.open) rescueDisplacedDatabase(db, file);
    db.close();
    reopen();
  };
  return {
    use(work) {
      restoreDisplaced();
      try {
        return work(db);
      } catch (error) {
        if (!isDamage(error)) throw error;
        replace(error);
        return work(db);
      }
    },
    close: () => void db.close(),
  };
}

function openSound(options: SoundDatabaseOptions): Database.Database {
  const { file, nowMs, logger } = options;
  for (const folder of listUnsalvaged(file)) completeMove(file, folder);
  placeRescued(file, () => quarantine(options, new Error("another file was in its place")));
  if (isEmptyRemnant(file)) quarantine(options, new Error("the file is empty or missing"));
  if (isUnbegun(file))
    logger.warn({ file }, "the outbox file is empty, as when a power cut ends its making; making it again");
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

function openChecked(options: SoundDatabaseOptions): Database.Database {
  const db = openDatabase(options.file, options);
  try {
    const finding = findFileDamage(db, statSync(options.file).size);
    if (finding === null) return db;
    throw new OutboxError({
      operation: "read",
      subject: options.file,
      reason: finding,
      hint: "It is moved to quarantine, and every readable record is saved.",
      code: "SQLITE_CORRUPT",
    });
  } catch (error) {
    db.close();
    throw error;
  }
}

function quarantine({ file, nowMs, logger }: SoundDatabaseOptions, cause: unknown): void {
  const folder = moveToQuarantine(file, nowMs());
  logger.error({ file, quarantine: folder, err: cause }, "outbox file damaged; moved to quarantine");
}
