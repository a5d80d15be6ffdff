import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/**
 * Makes a clone of this checkout with two tags: `old` is the last commit before the newest migration, with the deploy
 * folder of today; `new` is the present commit.
 */
export function cloneReleases(clone: string): (...args: string[]) => string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: clone, encoding: "utf8" }).trim();
  execFileSync("git", ["clone", "-q", root, clone]);
  const head = git("rev-parse", "HEAD");
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(path.join(root, "cloud/drizzle/meta/_journal.json"), "utf8"),
  );
  const newest = `cloud/drizzle/${journal.entries.at(-1)?.tag}.sql`;
  const before = git("rev-parse", `${git("log", "--diff-filter=A", "--format=%H", "-1", "--", newest)}~1`);
  git("checkout", "-q", before);
  git("checkout", head, "--", "deploy");
  const author = ["-c", "user.name=trial", "-c", "user.email=trial@example.com"];
  git(...author, "commit", "-qm", "the release before");
  git("tag", "old");
  git("tag", "new", head);
  return git;
}
