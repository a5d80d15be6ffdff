import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { BROWSER, CORE, projects, SMOKE, SYSTEM } from "./tiers.ts";

const root = path.resolve(import.meta.dirname, "../..");
const testFiles = ["shared-schemas", "cloud", "edge-agent", "deploy"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
  .toSorted();

const matches = (file: string, patterns: readonly string[]) =>
  patterns.some((pattern) => expand(pattern).some((each) => path.matchesGlob(file, each)));
const expand = (pattern: string) =>
  pattern.includes("{ts,tsx}") ? ["ts", "tsx"].map((ending) => pattern.replace("{ts,tsx}", ending)) : [pattern];
const projectsOf = (file: string) =>
  projects.filter(({ include, exclude }) => matches(file, include) && !matches(file, exclude)).map(({ name }) => name);

test("each test file belongs to exactly one project of the run", () => {
  expect(testFiles.length).toBeGreaterThan(500);
  expect(testFiles.map((file) => [file, projectsOf(file)]).filter(([, names]) => names?.length !== 1)).toEqual([]);
  expect(SMOKE.filter((file) => !testFiles.includes(file))).toEqual([]);
  expect([CORE, BROWSER, SYSTEM].map((pattern) => testFiles.some((file) => matches(file, [pattern])))).toEqual([
    true,
    true,
    true,
  ]);
});

test("tests with a browser have the name of their tier", () => {
  const usesBrowser =
    /^(import|\}) .*from "(playwright-core|.*\/(open-console|chromium|page\/testing\/browser)\.ts)";$/m;
  const misnamed = testFiles.filter(
    (file) => usesBrowser.test(readFileSync(path.join(root, file), "utf8")) && !file.endsWith(".browser.test.ts"),
  );
  expect(misnamed).toEqual([]);
});
