import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

/**
 * Lines of tracked files that programs write: `.gitattributes` marks them. Lock files do not count. The limits rise for
 * new tables and operations, and for nothing else.
 */
const LIMITS: Record<string, number> = {
  "cloud/client": 14_900,
  "cloud/drizzle": 8_500,
  "cloud/src": 210,
  "deploy/modules": 2_250,
  "deploy/monitoring": 1_950,
};

const list = (...patterns: string[]) =>
  execFileSync("git", ["ls-files", "-z", "--", ...patterns], { cwd: root })
    .toString()
    .split("\0")
    .filter(Boolean);
const linesOf = (file: string) => readFileSync(path.join(root, file), "utf8").split("\n").length - 1;
const partOf = (file: string) => file.split("/").slice(0, 2).join("/").replace("drizzle-tracking", "drizzle");

test("the lines that programs write and git keeps stay below their limits", () => {
  const found: Record<string, number> = {};
  for (const file of list(":(attr:linguist-generated)"))
    found[partOf(file)] = (found[partOf(file)] ?? 0) + linesOf(file);
  const sum = Object.values(found).reduce((total, lines) => total + lines, 0);
  console.info(`${sum.toLocaleString("en")} tracked lines are generated: ${JSON.stringify(found)}`);
  expect(Object.keys(found).toSorted()).toEqual(Object.keys(LIMITS));
  for (const [part, limit] of Object.entries(LIMITS)) expect([part, (found[part] ?? 0) <= limit]).toEqual([part, true]);
});

// drizzle-kit compares the tables with the newest snapshot and reads no other: `git rm` the one before.
test("git keeps one snapshot of the main database, that of its newest migration, and of tracking that one or none", () => {
  const newest = (folder: string) => {
    const { entries } = JSON.parse(readFileSync(path.join(root, folder, "meta/_journal.json"), "utf8"));
    return `${folder}/meta/${entries.at(-1).tag.slice(0, 4)}_snapshot.json`;
  };
  const kept = (folder: string) => list(`${folder}/meta/*_snapshot.json`);
  expect(kept("cloud/drizzle")).toEqual([newest("cloud/drizzle")]);
  expect(kept("cloud/drizzle-tracking").filter((file) => file !== newest("cloud/drizzle-tracking"))).toEqual([]);
});

test("whatever states that it is generated is marked", () => {
  const stated = list("*.ts", "*.tsx", "*.json").filter((file) =>
    readFileSync(path.join(root, file), "utf8").startsWith("// Generated from"),
  );
  const marked = new Set(list(":(attr:linguist-generated)"));
  expect(stated).not.toEqual([]);
  expect(stated.filter((file) => !marked.has(file))).toEqual([]);
});

test("the changelog has a page for each release, not the history of its development", () => {
  const [, ...releases] = readFileSync(path.join(root, "CHANGELOG.md"), "utf8").split(/^## /m);
  expect(releases).not.toEqual([]);
  expect(releases.map((entry) => entry.split("\n").length).filter((lines) => lines > 150)).toEqual([]);
});
