import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import type { Camera, CameraOptions } from "./camera.ts";
import type { Frame } from "./frame.ts";
import { openCamera } from "./open-camera.ts";
import { indexBits } from "./test-pattern.ts";

/** A kind of camera under test: it shows the test pattern, 160 × 120 at 10 pictures a second, without end. */
export type ContractSubject = {
  /** The camera's URL; `query` holds further options, such as `pace=consumer`. */
  url: (query: string) => string;
  /** Its pictures come when they come: it cannot be paced by its consumer. */
  isLive?: boolean;
  /** Returns the options with which the camera is opened. */
  options?: () => Partial<CameraOptions>;
};

/** Timeout and interval in ms for waiting until a state is reached, even on a busy machine. */
export const waiting = { timeout: 120_000, interval: 20 };
const opened: Camera[] = [];

/** Opens a camera that restarts fast; `closeCameras` after the test closes it. */
export function openTestCamera(options: Partial<CameraOptions> & { url: string }): Camera {
  const camera = openCamera({
    id: "gate-1",
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
    logger: { info: () => {}, warn: () => {}, error: () => {} },
    random: Math.random,
    ...options,
    timing: { restartMinMs: 20, restartMaxMs: 100, ...options.timing },
  });
  opened.push(camera);
  return camera;
}

export async function closeCameras(): Promise<void> {
  await Promise.all(opened.splice(0).map((camera) => camera.close()));
}

/** Waits until the camera's status is as asked, at most 120 s. */
export async function statusOf(camera: Camera, expected: object): Promise<void> {
  await expect.poll(() => camera.status(), waiting).toMatchObject(expected);
}

/**
 * Runs a check that depends on when a camera counts as stalled: again with four and sixteen times the limit where it
 * fails, since on a busy machine a process that works may take seconds.
 */
export async function onAnyMachine(limitMs: number, check: (stallAfterMs: number) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const factor of [1, 4, 16]) {
    try {
      return await check(limitMs * factor);
    } catch (error) {
      failures.push(error);
      await closeCameras();
    }
  }
  throw new AggregateError(failures, `failed with each of three limits from ${limitMs} ms`);
}

/** Checks that the camera's process keeps running while that of another one hangs and is replaced, twice. */
export async function staysRunning(camera: Camera, stallAfterMs: number): Promise<void> {
  await statusOf(camera, { state: "running" });
  const { processId, restarts } = camera.status();
  const hanging = openTestCamera({ id: "gate-2", url: "test:pattern", timing: { stallAfterMs } });
  for (let round = 0; round < 2; round += 1) {
    await takeFrames(hanging, 1);
    const stopped = processIdOf(hanging);
    process.kill(stopped, "SIGSTOP");
    await processIsGone(stopped);
  }
  expect(camera.status()).toMatchObject({ state: "running", processId, restarts });
}

export async function takeFrames(camera: Camera, count: number): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of camera.frames(AbortSignal.timeout(waiting.timeout))) {
    frames.push(frame);
    if (frames.length === count) break;
  }
  return frames;
}

/** The index that the test pattern shows in its strip. */
export function shownIndex({ rgb, widthPixels, heightPixels }: Frame): number {
  let index = 0;
  const row = heightPixels - Math.ceil(heightPixels / 16);
  for (let bit = 0; bit < indexBits; bit++) {
    const column = Math.floor(((bit + 0.5) * widthPixels) / indexBits);
    index = index * 2 + ((rgb[(row * widthPixels + column) * 3 + 1] ?? NaN) > 128 ? 1 : 0);
  }
  return index;
}

/** Waits until no such process runs, at most 20 s. */
export async function processIsGone(processId: number): Promise<void> {
  await expect.poll(() => isRunning(processId), waiting).toBe(false);
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    // An orphan that is not reaped yet has also ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${processId}/status`, "utf8"));
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Returns how many pictures each frame is later than the previous one; a recorded source begins again after 60. */
const picturesPassed = (frames: Frame[]) =>
  differences(frames.map(shownIndex)).map((difference) => (difference < 0 ? difference + 60 : difference));

const differences = (values: number[]) => values.slice(1).map((value, at) => value - (values[at] ?? NaN));

async function takeNext(frames: AsyncIterator<Frame>): Promise<Frame> {
  const step = await frames.next();
  if (step.done) throw new Error("the camera's frames have ended");
  return step.value;
}

export function processIdOf(camera: Camera): number {
  const { processId } = camera.status();
  if (processId === null) throw new Error("the camera has no process now");
  return processId;
}

/** Tests the guarantees of every kind of camera; call it in the kind's own test file. */
export function testCameraContract(kind: string, { url, isLive = false, options = () => ({}) }: ContractSubject): void {
  const open: Open = (query, more) => openTestCamera({ url: url(query), ...options(), ...more });
  afterEach(closeCameras);
  testPictures(kind, open);
  if (isLive) testLiveLimits(kind, open);
  else testPacedPictures(kind, open);
  testProcess(kind, open);
  testConsumers(kind, open);
}

type Open = (query: string, more?: Partial<CameraOptions>) => Camera;

function testPictures(kind: string, open: Open): void {
  test(`${kind}: frames have the source's size, count up by one and never go back in time`, async () => {
    const startMs = Date.now();
    const camera = open("");
    const frames = await takeFrames(camera, 6);
    for (const [at, frame] of frames.entries()) {
      expect(frame).toMatchObject({ cameraId: "gate-1", index: at, widthPixels: 160, heightPixels: 120 });
      expect(frame.rgb.length).toBe(160 * 120 * 3);
    }
    expect(differences(frames.map(shownIndex))).not.toContain(0);
    expect(Math.min(...differences(frames.map((frame) => frame.monotonicMs)))).toBeGreaterThan(0);
    const capturedAtMs = frames.at(-1)?.capturedAtMs ?? NaN;
    expect([startMs - 1000 <= capturedAtMs, capturedAtMs <= Date.now() + 1000]).toEqual([true, true]);
    expect(camera.status()).toMatchObject({ state: "running", widthPixels: 160, heightPixels: 120, restarts: 0 });
  });

  test(`${kind}: plays at its own speed, not as fast as it can`, async () => {
    const camera = open("");
    // It could play hundreds a second; pictures that a busy machine has delayed come faster for a moment.
    const playsAtItsSpeed = () => {
      expect(camera.status().framesPerSecond).toBeGreaterThan(7);
      expect(camera.status().framesPerSecond).toBeLessThan(40);
    };
    await vi.waitFor(playsAtItsSpeed, waiting);
    const { framesDropped } = camera.status();
    await expect.poll(() => camera.status().framesDropped, waiting).toBeGreaterThan(framesDropped + 30);
    await vi.waitFor(playsAtItsSpeed, waiting);
  });

  test(`${kind}: a slow consumer gets the newest picture, the ones between are counted as dropped`, async () => {
    const camera = open("");
    const frames = camera.frames(AbortSignal.timeout(waiting.timeout));
    const first = await takeNext(frames);
    await expect.poll(() => camera.status().framesDropped, waiting).toBeGreaterThanOrEqual(4);
    const second = await takeNext(frames);
    expect(second.index).toBe(1);
    // At least the four that were dropped lie between, whenever they arrived.
    expect(picturesPassed([first, second])[0]).toBeGreaterThan(4);
  });
}

function testLiveLimits(kind: string, open: Open): void {
  test(`${kind}: wide pictures are scaled down, and the rate is not exceeded`, async () => {
    const camera = open("", { maxWidthPixels: 80, framesPerSecond: 5 });
    const frames = await takeFrames(camera, 3);
    for (const frame of frames) {
      expect(frame).toMatchObject({ widthPixels: 80, heightPixels: 60 });
      expect(frame.rgb.length).toBe(80 * 60 * 3);
    }
    // Every second picture; a server under load may have sent two close to each other.
    const passed = picturesPassed(frames);
    expect(passed.reduce((sum, difference) => sum + difference, 0)).toBeGreaterThanOrEqual(3);
  });
}

function testPacedPictures(kind: string, open: Open): void {
  test(`${kind}: paced by its consumer every picture comes, at the source's own intervals`, async () => {
    const camera = open("pace=consumer");
    const frames: Frame[] = [];
    for await (const frame of camera.frames(AbortSignal.timeout(waiting.timeout))) {
      frames.push(frame);
      if (frames.length === 25) break;
      // A consumer that takes longer than the source would to make the next pictures.
      await delay(20);
    }
    expect(frames.map(shownIndex)).toEqual(Array.from({ length: 25 }, (_, index) => index));
    for (const times of [frames.map((frame) => frame.monotonicMs), frames.map((frame) => frame.capturedAtMs)]) {
      for (const difference of differences(times)) expect(difference).toBeCloseTo(100, 1);
    }
    expect(camera.status().framesDropped).toBe(0);
  });

  test(`${kind}: wide pictures are scaled down, and the rate is not exceeded`, async () => {
    const camera = open("pace=consumer", { maxWidthPixels: 80, framesPerSecond: 5 });
    const frames = await takeFrames(camera, 8);
    for (const frame of frames) {
      expect(frame).toMatchObject({ widthPixels: 80, heightPixels: 60 });
      expect(frame.rgb.length).toBe(80 * 60 * 3);
    }
    for (const difference of differences(frames.map((frame) => frame.monotonicMs)))
      expect(difference).toBeCloseTo(200, 1);
  });

  test(`${kind}: a consumer that takes nothing is no stall`, async () => {
    const holds = onAnyMachine(2_000, async (stallAfterMs) => {
      const camera = open("pace=consumer", { timing: { stallAfterMs } });
      await takeFrames(camera, 1);
      await staysRunning(camera, stallAfterMs);
    });
    await expect(holds).resolves.toBeUndefined();
  });
}

function testProcess(kind: string, open: Open): void {
  test(`${kind}: a process that is killed is started again and the frames go on`, async () => {
    const camera = open("");
    const frames = camera.frames(AbortSignal.timeout(waiting.timeout));
    const before = await takeNext(frames);
    process.kill(processIdOf(camera), "SIGKILL");
    await statusOf(camera, { restarts: 1, lastError: expect.stringContaining("SIGKILL") });
    const after: Frame[] = [];
    for (let taken = 0; taken < 3; taken++) after.push(await takeNext(frames));
    expect(after.map((frame) => frame.index)).toEqual([1, 2, 3]);
    expect(after[0]?.monotonicMs).toBeGreaterThan(before.monotonicMs);
    expect(camera.status()).toMatchObject({ state: "running", restarts: 1 });
  });

  test(`${kind}: a process that hangs is reported as stalled and replaced`, async () => {
    await onAnyMachine(3_000, async (stallAfterMs) => {
      const camera = open("", { timing: { stallAfterMs, restartMinMs: 200 } });
      await takeFrames(camera, 1);
      const processId = processIdOf(camera);
      const { restarts } = camera.status();
      process.kill(processId, "SIGSTOP");
      await statusOf(camera, { state: "stalled" });
      await processIsGone(processId);
      await takeFrames(camera, 1);
      const lastError = `no picture captured for ${stallAfterMs / 1000} s`;
      expect(camera.status()).toMatchObject({ restarts: restarts + 1, lastError });
    });
  });

  test(`${kind}: closing ends the process and the frames`, async () => {
    const camera = open("");
    const frames = camera.frames(new AbortController().signal);
    await frames.next();
    const processId = processIdOf(camera);
    await camera.close();
    expect(isRunning(processId)).toBe(false);
    expect((await frames.next()).done).toBe(true);
    expect(camera.status()).toMatchObject({ state: "stopped", stopReason: "closed", processId: null, restarts: 0 });
  });

  test(`${kind}: closing ends a process that hangs`, async () => {
    const camera = open("");
    await takeFrames(camera, 1);
    const processId = processIdOf(camera);
    process.kill(processId, "SIGSTOP");
    await camera.close();
    expect(isRunning(processId)).toBe(false);
  });
}

function testConsumers(kind: string, open: Open): void {
  test(`${kind}: a consumer may leave and another come, but two at a time are refused`, async () => {
    const camera = open("");
    const leaving = new AbortController();
    const first = camera.frames(leaving.signal);
    await first.next();
    await expect(camera.frames(AbortSignal.timeout(waiting.timeout)).next()).rejects.toThrow("one consumer at a time");
    const pending = first.next();
    leaving.abort();
    expect((await pending).done).toBe(true);
    expect(await takeFrames(camera, 2)).toHaveLength(2);
  });
}
