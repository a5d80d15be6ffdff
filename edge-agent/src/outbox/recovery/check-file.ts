import type { Database } from "better-sqlite3";

/** About ten seconds of reading from a memory card; no camera is watched while a file is checked. */
export const WHOLE_CHECK_BYTES = 512 * 1024 ** 2;

/**
 * Returns the first fault that `quick_check` finds in a file of `sizeBytes`, or null. In a file over 512 MiB the table
 * of the pictures is left out: it is nearly all of the bytes, and each picture is checked against its SHA-256 when
 * read.
 */
export function findFileDamage(db: Database, sizeBytes: number): string | null {
  const checks =
    sizeBytes <= WHOLE_CHECK_BYTES ? ["quick_check(1)"] : tablesToCheck(db).map((table) => `quick_check(${table})`);
  const findings = checks.map((check) => String(db.pragma(check, { simple: true })));
  return findings.find((finding) => finding !== "ok") ?? null;
}

function tablesToCheck(db: Database): string[] {
  return db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'pictures' ORDER BY rootpage")
    .pluck()
    .all();
}
