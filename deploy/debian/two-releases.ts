import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const MIGRATIONS = "cloud/drizzle";

/**
 * Makes a clone of this checkout with two tags: `old` is the present commit, and `new` a made-up next release, which
 * adds one migration that the old one can run with.
 */
export function cloneReleases(clone: string): (...args: string[]) => string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: clone, encoding: "utf8" }).trim();
  execFileSync("git", ["clone", "-q", root, clone]);
  git("tag", "old");
  addMigration(path.join(clone, MIGRATIONS));
  git("add", MIGRATIONS);
  const author = ["-c", "user.name=trial", "-c", "user.email=trial@example.com"];
  git(...author, "commit", "-qm", "a made-up next release");
  git("tag", "new");
  return git;
}

type Journal = { entries: { idx: number; when: number; tag: string }[] };

function addMigration(folder: string): void {
  const file = path.join(folder, "meta/_journal.json");
  const journal: Journal = JSON.parse(readFileSync(file, "utf8"));
  const last = journal.entries.at(-1);
  if (!last) throw new Error(`${file} names no migration`);
  const idx = last.idx + 1;
  const tag = `${String(idx).padStart(4, "0")}_next`;
  writeFileSync(path.join(folder, `${tag}.sql`), 'CREATE TABLE "next_release" ("id" text PRIMARY KEY);\n');
  const added = { ...last, idx, when: last.when + 1, tag };
  writeFileSync(file, `${JSON.stringify({ ...journal, entries: [...journal.entries, added] }, undefined, 2)}\n`);
}
