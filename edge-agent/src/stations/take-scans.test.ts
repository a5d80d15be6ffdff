import { expect, test } from "vitest";
import type { ScanCapture } from "./capture.ts";
import { type ContainerSource, createContainerAtStation } from "./container-numbers.ts";
import { createScanTaker } from "./take-scans.ts";

const START_MS = Date.UTC(2026, 9, 18, 10, 15);
const IDENTIFIED: ContainerSource = { kind: "identified", expiresAfterMs: 60_000, waitMs: 20_000 };
const [FIRST, SECOND] = ["CSQU3054383", "MSCU1234566"];

function createTaker() {
  const clock = { atMs: 0 };
  const committed: ScanCapture[] = [];
  let lastId = 0;
  const container = createContainerAtStation(IDENTIFIED, null);
  const nowMs = () => START_MS + clock.atMs;
  const taker = createScanTaker({
    stationId: "gate-1",
    deviceId: "box-1",
    userEmail: undefined,
    scanConfidence: 0.5,
    container,
    commit: (capture) => committed.push(capture) > 0,
    newId: () => `id-${++lastId}`,
    clock: { nowMs, monotonicMs: () => clock.atMs },
    isClockSynchronised: () => true,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const announce = (containerNumber: string) => {
    container.announce({ containerNumber, announcedAtMs: nowMs() });
    taker.settle();
  };
  const size = { widthPixels: 16, heightPixels: 12 };
  /** Decides on a load; its pictures are made once the function it returns is called. */
  const begin = () => {
    const rgb = new Uint8Array(16 * 12 * 3);
    const frame = { cameraId: "top", index: 0, capturedAtMs: nowMs(), monotonicMs: clock.atMs, ...size, rgb };
    const detections = { model: { name: "m", version: "1" }, ...size, inferenceMs: 1, items: [] };
    return taker.begin({ picture: { frame, detections }, reason: "stable" });
  };
  return { taker, begin, announce, clock, numbers: () => committed.map(({ containerNumber }) => containerNumber) };
}

test("a load has the number that was known when it was decided on, whatever is announced while its pictures are made", async () => {
  const { taker, begin, announce, numbers } = createTaker();
  announce(FIRST);
  const make = begin();
  const making = make();
  announce(SECOND);
  await making;
  expect(numbers()).toEqual([FIRST]);
  await begin()();
  expect(numbers()).toEqual([FIRST, SECOND]);
  expect(taker.status()).toMatchObject({ scans: 2, waitingForNumber: false, lastScan: { containerNumber: SECOND } });
});

test("a number that is announced while the pictures of a load without one are made is that load's", async () => {
  const { begin, announce, numbers } = createTaker();
  const making = begin()();
  announce(FIRST);
  expect(numbers()).toEqual([]);
  await making;
  expect(numbers()).toEqual([FIRST]);
});

test("a load without a number waits for one until its time is over, counted from the decision", async () => {
  const { taker, begin, numbers, clock } = createTaker();
  const make = begin();
  clock.atMs = 10_000;
  await make();
  expect(taker.status()).toMatchObject({ scans: 0, waitingForNumber: true });
  clock.atMs = 19_999;
  taker.settle();
  expect(numbers()).toEqual([]);
  clock.atMs = 20_000;
  taker.settle();
  expect(numbers()).toEqual(["UNIDENTIFIED-gate-1-20261018-101500"]);
});

test("a load without a number gets none that is announced after the next load was decided on", async () => {
  const { begin, announce, clock, numbers } = createTaker();
  await begin()();
  clock.atMs = 5_000;
  const making = begin()();
  announce(SECOND);
  await making;
  expect(numbers()).toEqual(["UNIDENTIFIED-gate-1-20261018-101500", SECOND]);
});

test("what waits is committed when the agent stops, also before its pictures are made", async () => {
  const { taker, begin, numbers } = createTaker();
  await begin()();
  taker.stop();
  expect(numbers()).toEqual(["UNIDENTIFIED-gate-1-20261018-101500"]);
  const make = begin();
  taker.stop();
  await make();
  expect(numbers()).toHaveLength(2);
});
