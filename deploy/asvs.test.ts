import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
/** Number of sections in each of the 17 chapters of ASVS 5.0.0. */
const SECTIONS = [5, 4, 7, 4, 4, 8, 6, 4, 2, 7, 7, 3, 4, 3, 4, 5, 3];
const STATES = new Set(["met", "partly", "not met", "does not apply"]);

const text = readFileSync(path.join(root, "deploy/docs/asvs.md"), "utf8");
const rows = [...text.matchAll(/^\| (\d+\.\d+) [^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].map(
  ([, section = "", state = "", shown = "", missing = ""]) => ({
    section,
    state: state.trim(),
    tests: [...shown.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
    missing: missing.trim(),
  }),
);

describe("the table of ASVS", () => {
  test("has every section once, in order", () => {
    const all = SECTIONS.flatMap((count, chapter) =>
      Array.from({ length: count }, (_, index) => `${chapter + 1}.${index + 1}`),
    );
    expect(rows.map(({ section }) => section)).toEqual(all);
  });

  test("names tests that exist and contain tests", () => {
    const files = [...new Set(rows.flatMap(({ tests }) => tests))];
    const isTest = (file: string) =>
      existsSync(path.join(root, file)) &&
      /\.(test|nightly)\.ts$/.test(file) &&
      /\btest(\.|\()/.test(readFileSync(path.join(root, file), "utf8"));
    expect(files.filter((file) => !isTest(file))).toEqual([]);
  });

  test("states the gap wherever a section is not met, and a test wherever one is", () => {
    expect(rows.filter(({ state }) => !STATES.has(state))).toEqual([]);
    expect(rows.filter(({ state, missing }) => (state === "met") !== (missing === ""))).toEqual([]);
    expect(rows.filter(({ state, tests }) => ["met", "partly"].includes(state) && tests.length === 0)).toEqual([]);
  });
});
