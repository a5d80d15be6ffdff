import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, writeSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { PAGE_SIZE_BYTES } from "../database.ts";

type Page = { pageno: number; pagetype: string; ncell: number };

/** The pages of a table in a closed file, in the order of its rows. */
export function pagesOf(file: string, table: string): Page[] {
  const db = new Database(file, { readonly: true });
  const pages = db
    .prepare<[string], Page>("SELECT pageno, pagetype, ncell FROM dbstat WHERE name = ? ORDER BY path")
    .all(table);
  db.close();
  return pages;
}

export function overwrite(file: string, position: number, bytes: Uint8Array): void {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, bytes, 0, bytes.length, position);
  closeSync(descriptor);
}

/** Fills a page with zeros. */
export function zeroPage(file: string, pageno: number): void {
  overwrite(file, (pageno - 1) * PAGE_SIZE_BYTES, Buffer.alloc(PAGE_SIZE_BYTES));
}

/**
 * Returns the offsets of a record's row in a closed file and of its values, the first of which is the id. The lengths
 * and types of the values lie in between (https://sqlite.org/fileformat.html#record_format).
 */
export function rowOf(file: string, id: string): { headerAt: number; valuesAt: number } {
  const bytes = readFileSync(file);
  // An inner page can hold the copy of a row from the time when it was a leaf.
  for (const { pageno } of pagesOf(file, "records").filter(({ pagetype }) => pagetype === "leaf")) {
    const end = pageno * PAGE_SIZE_BYTES;
    for (let at = bytes.indexOf(id, end - PAGE_SIZE_BYTES); at !== -1 && at < end; at = bytes.indexOf(id, at + 1)) {
      const length = Array.from({ length: 100 }, (_, count) => count).find(
        (count) => count > 2 && bytes[at - count] === count && bytes[at - count + 2] === 13 + 2 * id.length,
      );
      if (length !== undefined) return { headerAt: at - length, valuesAt: at };
    }
  }
  throw new Error(`no row of ${id} in ${file}`);
}

/** The files in a folder that this process has open, by name; none where the system does not show them (no /proc). */
export function openFilesIn(folder: string): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc/self/fd")
    .map((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`);
      } catch {
        return "";
      }
    })
    .filter((target) => target.startsWith(folder + path.sep))
    .map((target) => path.relative(folder, target))
    .toSorted();
}
