import { execFileSync } from "node:child_process";
import path from "node:path";
import { addMigration } from "../../cloud/src/testing/add-migration.ts";

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
  addMigration(path.join(clone, MIGRATIONS), 'CREATE TABLE "next_release" ("id" text PRIMARY KEY);\n');
  git("add", MIGRATIONS);
  const author = ["-c", "user.name=trial", "-c", "user.email=trial@example.com"];
  git(...author, "commit", "-qm", "a made-up next release");
  git("tag", "new");
  return git;
}
