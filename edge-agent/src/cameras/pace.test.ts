import { expect, test } from "vitest";
import { paceByTimestamps, thinTo } from "./pace.ts";
import type { Picture } from "./source.ts";

const timestamps = (framesPerSecond: number, count: number) =>
  Array.from({ length: count }, (_, index) => (index * 1000) / framesPerSecond);

test.each([
  // source rate, asked for, kept of 10 s
  [25, undefined, 250],
  [25, 10, 100],
  [30, 10, 100],
  [10, 10, 100],
  [10, 25, 100],
  [29.97, 5, 50],
  [60, 0.5, 5],
])("of %s pictures a second at most %s are kept: %s in ten seconds", (own, asked, kept) => {
  const keeps = thinTo(asked);
  expect(timestamps(own, Math.floor(own * 10)).filter((ptsMs) => keeps(ptsMs))).toHaveLength(kept);
});

test("after a gap thinning continues at its rate instead of catching up", () => {
  const keeps = thinTo(10);
  expect([0, 50, 5000, 5050, 5099.6, 5150].filter((ptsMs) => keeps(ptsMs))).toEqual([0, 5000, 5099.6]);
});

async function* picturesAt(times: number[]): AsyncGenerator<Picture> {
  for (const ptsMs of times) yield { ptsMs, widthPixels: 1, heightPixels: 1, rgb: new Uint8Array(3) };
}

test("a jump in the timestamps is not waited for, forwards or backwards", async () => {
  const startMs = performance.now();
  const seen: number[] = [];
  const paced = paceByTimestamps(
    picturesAt([0, 3_600_000, 3_600_050, 20, 70]),
    () => performance.now(),
    AbortSignal.timeout(250_000),
  );
  for await (const { ptsMs } of paced) seen.push(ptsMs);
  expect(seen).toEqual([0, 3_600_000, 3_600_050, 20, 70]);
  const tookMs = performance.now() - startMs;
  expect(tookMs).toBeGreaterThan(95);
  expect(tookMs).toBeLessThan(250_000);
});
