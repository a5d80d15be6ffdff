import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AV_CODEC_ID_H264 } from "node-av/constants";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shownIndex } from "./camera-contract.ts";
import { createFinish } from "./finish-pictures.ts";
import { createKeptPackets } from "./kept-packets.ts";
import { openStream, readPackets } from "./open-video.ts";
import { createPastPictures } from "./past-pictures.ts";

const PICTURES = 40;
const INTERVAL_MS = 100;

let folder: string;
const clip = () => path.join(folder, "clip.mp4");
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "past-"));
  const { encodeClip } = await import("./testing/encode-clip.ts");
  await encodeClip(clip(), { codec: AV_CODEC_ID_H264, pictures: PICTURES });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Keeps a clip whose pictures arrive every 100 ms from 0 on, with a key picture each second. */
async function keepClip({ keepMs = 60_000, maxBytes = 10_000_000, times = 1, settings = {} } = {}) {
  const clock = { atMs: 0 };
  const monotonicMs = () => clock.atMs;
  const kept = createKeptPackets({ keepMs, maxBytes });
  for (let opened = 0; opened < times; opened++) {
    await using video = await openStream(clip(), { openOptions: {} });
    const take = kept.take(video.stream);
    for await (const packet of readPackets(video, new AbortController().signal)) {
      if (!packet) break;
      take(packet, clock.atMs);
      clock.atMs += INTERVAL_MS;
    }
  }
  const finish = createFinish({ maxWidthPixels: undefined, rotate: 0, privacyZones: [], ...settings });
  const pictures = createPastPictures({ kept, decoder: "software", ...finish, monotonicMs });
  const indexAt = async (atMs: number) =>
    shownIndex({ ...(await pictures.at(atMs, { waits: false })) } as Parameters<typeof shownIndex>[0]);
  return { kept, pictures, indexAt };
}

test("each picture of a stream is decoded by the time at which it arrived, in any order, after the stream was closed", async () => {
  const { indexAt } = await keepClip();
  const asked = [2_340, 0, 3_900, 1_060, 940, 1_000, 1_900];
  expect(await Promise.all(asked.map(indexAt))).toEqual([23, 0, 39, 11, 9, 10, 19]);
});

test("the pictures of before a stream was opened again stay, and each is decoded with its own", async () => {
  const { indexAt } = await keepClip({ times: 2 });
  expect(await Promise.all([3_500, 4_000, 7_300].map(indexAt))).toEqual([35, 0, 33]);
});

test("pictures are kept as long as asked, from a key picture on, and within the memory", async () => {
  const { kept, pictures, indexAt } = await keepClip({ keepMs: 1_500 });
  expect(kept.spanMs()).toBe(1_900);
  expect(await indexAt(2_000)).toBe(20);
  await expect(pictures.at(900, { waits: false })).rejects.toThrow(
    "its picture of 3.1 s ago is not kept; the kept ones cover 1.9 s",
  );
  const small = await keepClip({ maxBytes: 1 });
  expect(small.kept.newestMs()).toBeNull();
  await expect(small.pictures.at(3_900, { waits: false })).rejects.toThrow("has delivered no picture");
});

test("a past picture is turned, masked and scaled as all others", async () => {
  const left = [
    [0, 0],
    [0.5, 0],
    [0.5, 1],
    [0, 1],
  ] as [number, number][];
  const { pictures } = await keepClip({ settings: { maxWidthPixels: 60, rotate: 90, privacyZones: [left] } });
  const { widthPixels, heightPixels, rgb } = await pictures.at(1_200, { waits: false });
  expect({ widthPixels, heightPixels }).toEqual({ widthPixels: 60, heightPixels: 80 });
  const row = rgb.subarray(3 * 60 * 40, 3 * 60 * 41);
  expect(Math.max(...row.subarray(0, 3 * 30))).toBe(0);
  expect(Math.max(...row.subarray(3 * 30))).toBeGreaterThan(100);
});
