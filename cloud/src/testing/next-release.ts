import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { mainMigrations, type Migrations } from "../platform/db/migrate.ts";
import { cleanUpLater } from "./clean-up.ts";

/** The migrations that a made-up next release carries: those of this one, and one more with these statements. */
export async function makeNextRelease(...statements: string[]): Promise<Migrations> {
  const folder = await mkdtemp(path.join(tmpdir(), "next-release-"));
  cleanUpLater(() => rm(folder, { recursive: true }));
  await cp(mainMigrations.folder, folder, { recursive: true });
  const last = mainMigrations.known.at(-1);
  if (!last) throw new Error(`${mainMigrations.folder} names no migration`);
  const idx = last.idx + 1;
  const added = { idx, when: last.when + 1, tag: `${String(idx).padStart(4, "0")}_next` };
  await writeFile(path.join(folder, `${added.tag}.sql`), statements.join(";\n--> statement-breakpoint\n"));
  const file = path.join(folder, "meta/_journal.json");
  const { entries, ...journal } = JSON.parse(await readFile(file, "utf8"));
  const entry = { ...entries.at(-1), ...added };
  await writeFile(file, JSON.stringify({ ...journal, entries: [...entries, entry] }));
  return { ...mainMigrations, folder, known: [...mainMigrations.known, added] };
}

/** Makes a database look like one from before the first release: its migrations begin with another one. */
export const UNRELEASED = "update drizzle.__drizzle_migrations set created_at = 1795170024754";
