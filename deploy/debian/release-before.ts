import { execFileSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const JOURNAL = "cloud/drizzle/meta/_journal.json";

/**
 * Makes a clone of this checkout with two tags: `old` is the last commit with fewer migrations, all of them as they are
 * now, with the deploy folder of today; `new` is the present commit.
 */
export function cloneReleases(clone: string): (...args: string[]) => string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: clone, encoding: "utf8" }).trim();
  execFileSync("git", ["clone", "-q", root, clone]);
  const head = git("rev-parse", "HEAD");
  const now = readMigrations(git, head);
  // A migration that was changed before it was released has other content in the commits before.
  const isBefore = (commit: string) => {
    const migrations = readMigrations(git, commit);
    return migrations.length < now.length && migrations.every((content, index) => content === now[index]);
  };
  const before = git("log", "--format=%H", "--", JOURNAL).split("\n").find(isBefore);
  if (before === undefined) throw new Error("no commit has fewer of the migrations of today");
  git("checkout", "-q", before);
  git("checkout", head, "--", "deploy");
  const author = ["-c", "user.name=trial", "-c", "user.email=trial@example.com"];
  git(...author, "commit", "-qm", "the release before");
  git("tag", "old");
  git("tag", "new", head);
  return git;
}

/** The migrations of a commit in their order, each as its tag and the identity of its content. */
function readMigrations(git: (...args: string[]) => string, commit: string): string[] {
  const journal: { entries: { tag: string }[] } = JSON.parse(git("show", `${commit}:${JOURNAL}`));
  return journal.entries.map(({ tag }) => `${tag} ${git("rev-parse", `${commit}:cloud/drizzle/${tag}.sql`)}`);
}
