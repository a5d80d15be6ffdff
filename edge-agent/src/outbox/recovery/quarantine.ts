import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { syncPath } from "../../base/sync-path.ts";

const PREFIX = "outbox-quarantine-";
/** Written last into a quarantine, so that a salvage that was cut short starts again at the next open. */
const MARKER = "salvaged.json";
/** The log and its index move before the database: while the database is outside, the move is not complete. */
const SUFFIXES = ["-wal", "-shm", ""] as const;

const sizeOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.size ?? null;

/**
 * Returns true if the file is broken in a way that SQLite would take for a new database: empty or missing while its
 * write-ahead log still exists (SQLite deletes that log, and with it the records in it), or empty beside a ballast,
 * which is only made once the file has been open whole.
 */
export function isEmptyRemnant(file: string): boolean {
  if ((sizeOf(`${file}-wal`) ?? 0) > 0) return (sizeOf(file) ?? 0) === 0;
  return sizeOf(file) === 0 && existsSync(`${file}.ballast`);
}

/** Returns true if a power cut ended the first creation of the file: it is empty and cannot have held anything yet. */
export function isUnbegun(file: string): boolean {
  return sizeOf(file) === 0 && !isEmptyRemnant(file);
}

/** All quarantines beside the file, oldest first. */
export function listQuarantines(file: string): string[] {
  const folder = path.dirname(file);
  const names = readdirSync(folder).filter((name) => name.startsWith(PREFIX));
  return names.toSorted().map((name) => pathInside(folder, name));
}

/** Quarantines whose salvage has not come to its end. */
export function listUnsalvaged(file: string): string[] {
  return listQuarantines(file).filter((quarantine) => !existsSync(path.join(quarantine, MARKER)));
}

/** Moves a closed, broken database with its log into a new folder beside it and returns that folder. */
export function moveToQuarantine(file: string, nowMs: number): string {
  const time = new Date(nowMs).toISOString().replaceAll(/[:.-]/g, "");
  const base = pathInside(path.dirname(file), `${PREFIX}${time}`);
  let quarantine = base;
  for (let copy = 2; existsSync(quarantine); copy++) quarantine = `${base}-${copy}`;
  mkdirSync(quarantine);
  syncPath(path.dirname(file));
  moveInto(file, quarantine);
  return quarantine;
}

/** Completes a move that a crash cut short; a quarantine that has its database is left as it is. */
export function completeMove(file: string, quarantine: string): void {
  if (!existsSync(pathInside(quarantine, path.basename(file)))) moveInto(file, quarantine);
}

export function markSalvaged(quarantine: string, result: object): void {
  const descriptor = openSync(path.join(quarantine, MARKER), "w");
  try {
    writeFileSync(descriptor, JSON.stringify(result, null, 2));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  syncPath(quarantine);
}

function moveInto(file: string, quarantine: string): void {
  for (const suffix of SUFFIXES) {
    if (existsSync(file + suffix)) renameSync(file + suffix, pathInside(quarantine, path.basename(file) + suffix));
  }
  // A missing database is replaced by an empty file, so that a later one is never taken for it; an existing one stays.
  closeSync(openSync(pathInside(quarantine, path.basename(file)), "a"));
  syncPath(quarantine);
  syncPath(path.dirname(file));
}
