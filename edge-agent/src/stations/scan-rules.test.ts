import { describe, expect, test } from "vitest";
import type { SeenObject } from "./roster.ts";
import { createChangeRule, createIntervalRule } from "./scan-rules.ts";

const FRAME_MS = 100;

describe("the interval", () => {
  test("is due after its time, at the first picture with an object", () => {
    const rule = createIntervalRule({ everyMs: 1_000, withoutObjects: false });
    const frames = [0, 900, 1_000, 1_100, 1_900, 2_100, 5_000];
    const scans = frames.filter((atMs) => rule.observe(atMs !== 1_000, atMs));
    expect(scans).toEqual([1_100, 2_100, 5_000]);
    expect(rule.needsPicture(9_000)).toBe(false);
  });

  test("also scans an empty picture where it is set to, and then needs one", () => {
    const rule = createIntervalRule({ everyMs: 1_000, withoutObjects: true });
    expect(rule.needsPicture(5_000)).toBe(false);
    expect(rule.observe(false, 0)).toBe(false);
    expect([rule.needsPicture(999), rule.needsPicture(1_000)]).toEqual([false, true]);
    expect(rule.observe(false, 1_200)).toBe(true);
    expect(rule.needsPicture(1_300)).toBe(false);
  });
});

describe("the change", () => {
  let lastId = 0;
  const object = (className: string, x: number): SeenObject => ({
    trackingId: ++lastId,
    className,
    confidence: 0.9,
    box: { x1: x, y1: 0.1, x2: x + 0.2, y2: 0.4 },
  });

  /** The times, in frames, at which scenes of one second each are scanned. */
  function play(scenes: readonly (readonly SeenObject[])[], changes: { noteScanAt?: number } = {}) {
    const rule = createChangeRule({ stableMs: 500, minimumPresenceMs: 200, flickerMs: 300, minimumMove: 0.1 });
    const scans: number[] = [];
    for (const [at, objects] of scenes.flatMap((scene) => Array.from({ length: 10 }, () => scene)).entries()) {
      if (rule.observe(objects, at * FRAME_MS)) scans.push(at);
      if (at === changes.noteScanAt) rule.noteScan();
    }
    return scans;
  }
  const carton = object("carton", 0.1);

  test("scans a first object once it has been still long enough, and not again while it stays", () => {
    expect(play([[], [carton], [carton], [carton]])).toEqual([17]);
  });

  test.each([
    ["another class", [object("drum", 0.1)]],
    ["another number", [carton, object("carton", 0.6)]],
    ["another place", [{ ...carton, box: { x1: 0.3, y1: 0.1, x2: 0.5, y2: 0.4 } }]],
  ])("scans when there is %s", (_, scene) => {
    const scans = play([[carton], [carton], scene, scene]);
    expect(scans).toHaveLength(2);
    expect(scans[1]).toBeGreaterThanOrEqual(25);
  });

  test("does not scan a trembling box, a track that changes its number, or an object that leaves before the wait ends", () => {
    const trembling = { ...carton, box: { x1: 0.14, y1: 0.1, x2: 0.34, y2: 0.4 } };
    expect(play([[carton], [trembling], [{ ...carton, trackingId: 999 }]])).toHaveLength(1);
    const rule = createChangeRule({ stableMs: 500, minimumPresenceMs: 200, flickerMs: 300, minimumMove: 0.1 });
    const frames = [...Array.from({ length: 5 }, () => [carton]), ...Array.from({ length: 20 }, () => [])];
    expect(frames.map((objects, at) => rule.observe(objects, at * FRAME_MS))).not.toContain(true);
  });

  test("does not scan an empty picture; what comes back after it is a change", () => {
    expect(play([[carton], [], [], [carton], [carton]])).toHaveLength(2);
  });

  test("waits with a change for as long as it must not scan", () => {
    const rule = createChangeRule({ stableMs: 500, minimumPresenceMs: 200, flickerMs: 300, minimumMove: 0.1 });
    const scans = Array.from({ length: 20 }, (_, at) => rule.observe([carton], at * FRAME_MS, at >= 15));
    expect(scans.indexOf(true)).toBe(15);
    expect(scans.filter(Boolean)).toHaveLength(1);
  });

  test("does not scan what another rule has scanned", () => {
    expect(play([[carton], [carton]], { noteScanAt: 4 })).toEqual([]);
  });
});
