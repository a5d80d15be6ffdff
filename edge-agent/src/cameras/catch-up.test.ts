import { expect, test } from "vitest";
import { createCatchUp } from "./catch-up.ts";

const FRAME_MS = 40;
const KEY_EVERY = 25;

/**
 * Plays a stream of 25 pictures a second, with a key picture each second, to a machine that needs `decodeMs` for each;
 * `clockMs` is added to the camera's timestamps. Returns how late each decoded picture was, and how many were skipped.
 */
function play(seconds: number, decodeMs: (ptsMs: number) => number, clockMs: (ptsMs: number) => number = () => 0) {
  const skips = createCatchUp();
  const late: number[] = [];
  const shown: number[] = [];
  const begun: boolean[] = [];
  let nowMs = 0;
  let skipped = 0;
  for (let index = 0; index * FRAME_MS < seconds * 1_000; index += 1) {
    const sentMs = index * FRAME_MS;
    nowMs += Math.max(0.1, sentMs - nowMs);
    const isKey = index % KEY_EVERY === 0;
    if (skips({ ptsMs: sentMs + clockMs(sentMs), isKey, nowMs })) {
      skipped += 1;
      continue;
    }
    if (shown.at(-1) !== index - 1) begun.push(isKey);
    shown.push(index);
    late.push(nowMs - sentMs);
    nowMs += decodeMs(sentMs);
  }
  // It begins again only with a picture that needs no other.
  expect(begun).not.toContain(false);
  return {
    skipped,
    latestMs: late.reduce((one, other) => Math.max(one, other)),
    lastMs: late.at(-1) ?? NaN,
    decoded: shown.length,
  };
}

test("a machine that keeps up decodes every picture", () => {
  expect(play(60, () => 30)).toMatchObject({ skipped: 0 });
});

test("a machine that is half as fast as the stream skips to key pictures, and is never much later than two seconds", () => {
  const { latestMs, skipped, decoded } = play(120, () => 80);
  expect(latestMs).toBeLessThan(2_200);
  expect(skipped).toBeGreaterThan(500);
  // It decodes as many as it can: nearly one in two.
  expect(decoded).toBeGreaterThan(1_200);
});

test("a machine that was held up for a while catches up, and then decodes every picture again", () => {
  const { skipped, lastMs } = play(60, (ptsMs) => (ptsMs === 10_000 ? 8_000 : 20));
  expect(skipped).toBeGreaterThan(100);
  expect(skipped).toBeLessThan(300);
  expect(lastMs).toBeLessThan(100);
});

test("a short delay is worked off without a loss, and clocks that drift or are set cost at most some pictures", () => {
  expect(play(60, (ptsMs) => (ptsMs === 10_000 ? 1_500 : 20))).toMatchObject({ skipped: 0 });
  expect(
    play(
      6 * 3_600,
      () => 5,
      (ptsMs) => -ptsMs * 0.0005,
    ),
  ).toMatchObject({ skipped: 0 });
  const set = play(
    60,
    () => 5,
    (ptsMs) => (ptsMs > 20_000 ? -7_000 : 0),
  );
  expect(set.skipped).toBeLessThan(20 * KEY_EVERY);
});
