import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

type Entry = { idx: number; when: number; tag: string };

/** Adds a migration with these statements to a folder of migrations, as a made-up next release has it. */
export function addMigration(folder: string, sql: string): Entry {
  const file = path.join(folder, "meta/_journal.json");
  const journal: { entries: Entry[] } = JSON.parse(readFileSync(file, "utf8"));
  const last = journal.entries.at(-1);
  if (!last) throw new Error(`${file} names no migration`);
  const idx = last.idx + 1;
  const added = { ...last, idx, when: last.when + 1, tag: `${String(idx).padStart(4, "0")}_next` };
  writeFileSync(path.join(folder, `${added.tag}.sql`), sql);
  writeFileSync(file, `${JSON.stringify({ ...journal, entries: [...journal.entries, added] }, undefined, 2)}\n`);
  return added;
}
