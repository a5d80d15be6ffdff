import { expect, test } from "vitest";
import type { Box } from "../../base/pictures/box.ts";
import type { Detection, Detections } from "../../inference/detections.ts";
import { compareFindings } from "./compare-findings.ts";
import { createShadowCounts } from "./shadow-counts.ts";

const box = (x1: number, width = 10): Box => ({ x1, y1: 0, x2: x1 + width, y2: 10 });
const found = (className: string, at: Box, confidence = 0.5): Detection => ({
  className,
  confidence,
  box: at,
  polygon: null,
  areaPercent: 1,
});
const picture = (items: Detection[], version = "1", inferenceMs = 10): Detections => ({
  model: { name: "cargo", version },
  widthPixels: 100,
  heightPixels: 100,
  inferenceMs,
  items,
});
const tally = (both: number, onlyActive: number, onlyShadow: number, confidenceSum = 0) => ({
  both,
  onlyActive,
  onlyShadow,
  confidenceSum: expect.closeTo(confidenceSum),
});

test.each<[string, Detection[], Detection[], object]>([
  ["the same object", [found("carton", box(0), 0.5)], [found("carton", box(1), 0.7)], { carton: tally(1, 0, 0, 0.2) }],
  [
    "the same place, another class",
    [found("carton", box(0))],
    [found("drum", box(0))],
    {
      carton: tally(0, 1, 0),
      drum: tally(0, 0, 1),
    },
  ],
  ["too little overlap", [found("carton", box(0))], [found("carton", box(4))], { carton: tally(0, 1, 1) }],
  [
    "one object for two",
    [found("carton", box(0))],
    [found("carton", box(0)), found("carton", box(1))],
    {
      carton: tally(1, 0, 1),
    },
  ],
  [
    "each pair by its best overlap",
    [found("carton", box(0), 0.5), found("carton", box(3), 0.9)],
    [found("carton", box(2), 0.9), found("carton", box(0), 0.5)],
    { carton: tally(2, 0, 0) },
  ],
  ["nothing", [], [], {}],
])("%s is matched by class and place", (_what, active, shadow, wanted) => {
  expect(Object.fromEntries(compareFindings(active, shadow))).toEqual(wanted);
});

test("counts add up, survive a restart, and begin again with another model in use or other settings", () => {
  let nowMs = Date.UTC(2026, 10, 20);
  const begin = (saved: Parameters<typeof createShadowCounts>[0], settings = "s") =>
    createShadowCounts(saved, { settings, nowMs: () => nowMs });
  const counts = begin(null);
  expect([counts.report(), counts.saved()]).toEqual([null, null]);
  counts.add(picture([found("carton", box(0), 0.5)]), picture([found("carton", box(0), 0.6)], "2", 30));
  counts.add(picture([]), picture([found("drum", box(0))], "2", 50));
  counts.add(picture([]), picture([], "2", 40));
  counts.skip("1");
  counts.fail("1");
  nowMs += 60_000;
  const report = {
    since: "2026-11-20T00:00:00.000Z",
    until: "2026-11-20T00:01:00.000Z",
    activeVersion: "1",
    picturesCompared: 3,
    picturesEqual: 2,
    picturesSkipped: 1,
    picturesFailed: 1,
    activeMs: 10,
    shadowMs: 40,
    both: 1,
    onlyActive: 0,
    onlyShadow: 1,
    classes: [
      { className: "carton", both: 1, onlyActive: 0, onlyShadow: 0, confidenceDifference: 0.1 },
      { className: "drum", both: 0, onlyActive: 0, onlyShadow: 1, confidenceDifference: null },
    ],
  };
  expect(counts.report()).toEqual(report);
  const saved = counts.saved();
  const restarted = begin(saved);
  expect(restarted.report()).toEqual(report);
  restarted.skip("1");
  expect(restarted.report()).toEqual({ ...report, picturesSkipped: 2 });
  expect(begin(saved, "other").report()).toBe(null);
  restarted.skip("1.1");
  const fresh = { since: report.until, activeVersion: "1.1", picturesCompared: 0, picturesSkipped: 1, classes: [] };
  expect(restarted.report()).toMatchObject(fresh);
});

test("a report names the 50 classes with most findings, by names that the cloud takes, and totals of all", () => {
  const counts = createShadowCounts(null, { settings: "s", nowMs: () => 0 });
  const times = (className: string, count: number) =>
    Array.from({ length: count }, (_, at) => found(className, box(20 * at)));
  const many = Array.from({ length: 60 }, (_, at) => times(`class ${at}`, at === 59 ? 3 : 1)).flat();
  counts.add(picture([]), picture([...many, ...times(`\0${"x".repeat(99)}\u{1F6A2}`, 2), ...times("", 2)]));
  const { onlyShadow, classes = [] } = counts.report() ?? {};
  expect([onlyShadow, classes.length]).toEqual([66, 50]);
  expect(classes.slice(0, 3).map(({ className }) => className)).toEqual([
    "class 59",
    `${"x".repeat(99)}\uFFFD`,
    "unnamed",
  ]);
});
