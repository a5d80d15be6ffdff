import { expect, test } from "vitest";
import { createUnlikeWatch } from "./unlike-watch.ts";

/** Looks at pictures of which these are unlike, with a wait between them. */
function watch(looks: readonly (boolean | null)[], everyMs = 10_000): boolean {
  let nowMs = 0;
  const camera = createUnlikeWatch(() => nowMs);
  for (const one of looks) {
    nowMs += everyMs;
    camera.look({ likeness: { background: null, confidence: null, isUnlike: one } });
  }
  return camera.isUnlike();
}

const many = (count: number, isUnlike: boolean) => Array.from({ length: count }, () => isUnlike);

test("a camera is unlike when most of its last twenty looks are", () => {
  expect(watch(many(5, true))).toBe(true);
  expect(watch([...many(100, false), ...many(10, true)])).toBe(false);
  expect(watch([...many(100, false), ...many(11, true)])).toBe(true);
});

test("a few looks, those of a load that stands, and pictures without figures state nothing", () => {
  expect(watch(many(4, true))).toBe(false);
  expect(watch(many(40, true), 1_000)).toBe(false);
  expect(watch([null, null, null, null, null, null])).toBe(false);
});
