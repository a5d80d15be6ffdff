import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projects } from "./tiers.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** Uses of real time in each file that are still allowed: entries are only removed and lowered. */
const accepted: Record<string, number> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "real-time.json"), "utf8"),
);

const IGNORED = ["**/node_modules/**", "**/dist/**", "deploy/testing/**"];
/** Folders of the test helpers; those named after another tier are not the core's. */
const HELPERS = "{cloud,edge-agent,shared-schemas}/**/{testing,kit}/**/*.{ts,tsx}";
const NAMED_HELPERS = "{cloud,edge-agent,shared-schemas}/**/{testing,*-testing}.ts";
const core = projects.filter(({ name }) => name.startsWith("core"));
const files = [
  ...core.flatMap(({ include, exclude }) => globSync(include, { cwd: root, exclude: [...IGNORED, ...exclude] })),
  ...globSync([HELPERS, NAMED_HELPERS], { cwd: root, exclude: [...IGNORED, "**/*.{test,nightly}.{ts,tsx}"] }),
].toSorted();

const CLOCKS = /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b/g;
const TIMERS = /\bset(?:Timeout|Interval)\b/g;
/** Calls of what `node:timers/promises` gives under another name. */
const PAUSES = /\b(?:delay|sleep)\(/g;
/** They end after a second unless they get a limit, or after the test: `expect.poll` knows the limit of its tier. */
const OTHER_WAITS = /\bvi\.wait(?:For|Until)\b|\btimeout: (?:[6-9]\d|\d{3,})_000\b/g;

function countRealTime(text: string): number {
  const pauses = text.includes('"node:timers/promises"') ? [...text.matchAll(PAUSES)].length : 0;
  return [CLOCKS, TIMERS, OTHER_WAITS].reduce((sum, kind) => sum + [...text.matchAll(kind)].length, pauses);
}

const used = Object.fromEntries(
  files
    .map((file) => [file, countRealTime(readFileSync(path.join(root, file), "utf8"))] as const)
    .filter(([, uses]) => uses > 0),
);

test("core tests and their helpers use no real time beyond what real-time.json lists, which only gets shorter", () => {
  expect(files.length).toBeGreaterThan(500);
  const differing = [...new Set([...Object.keys(used), ...Object.keys(accepted)])].filter(
    (file) => used[file] !== accepted[file],
  );
  const explained = differing.map((file) => {
    const [now = 0, before = 0] = [used[file], accepted[file]];
    return now > before
      ? `${file} uses the real time ${now} times, accepted are ${before}: hand in a clock, or wait with expect.poll`
      : `${file} uses the real time ${now} times: write that instead of ${before}, or take out the entry for 0`;
  });
  expect(explained).toEqual([]);
});

test.each([
  ["await new Promise((done) => setTimeout(done, 5));", 1],
  ['import { setTimeout as delay } from "node:timers/promises"; await delay(5);', 2],
  ['import { setImmediate } from "node:timers/promises"; await setImmediate();', 0],
  ["const startedMs = Date.now(), at = new Date(), tookMs = performance.now();", 3],
  ["const at = new Date(0), later = new Date(nowMs()), wait = delay(3);", 0],
  ["await vi.waitFor(() => done());", 1],
  ["await expect.poll(done, { timeout: 120_000 }).toBe(true);", 1],
  ["await expect.poll(done, { timeout: 5_000, interval: 5 }).toBe(true);", 0],
])("%s: %i uses", (text, uses) => {
  expect(countRealTime(text)).toBe(uses);
});
