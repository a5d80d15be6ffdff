import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createLogger } from "../base/logger.ts";
import type { CameraOptions } from "./camera.ts";
import { takePicture } from "./take-picture.ts";

const samples = path.join(import.meta.dirname, "../../models/samples");
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "take-picture-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const take = (settings: Partial<CameraOptions> = {}) =>
  takePicture({
    id: "x-ray-1",
    url: `folder:${folder}?moveTo=done`,
    clock: { nowMs: () => 1_000, monotonicMs: () => 5 },
    random: Math.random,
    logger: createLogger({ isTerminal: false, level: "silent" }),
    timeoutMs: 1_000,
    ...settings,
  });

function drop(name: string, sample: string, atSeconds: number): void {
  const file = path.join(folder, name);
  copyFileSync(path.join(samples, sample), file);
  utimesSync(file, atSeconds, atSeconds);
}

test("the newest picture of a folder is looked at, and stays there for the agent to take", async () => {
  drop("second.png", "x-ray-1.png", 200);
  drop("first.jpg", "load-1.jpg", 100);
  const [taken, alone] = [await take(), (rmSync(path.join(folder, "second.png")), await take())];
  expect(taken).toMatchObject({ ok: true, frame: { cameraId: "x-ray-1", widthPixels: 384, heightPixels: 288 } });
  expect(alone).toMatchObject({ ok: true, frame: { widthPixels: 640, heightPixels: 480, capturedAtMs: 1_000 } });
  expect(readdirSync(folder)).toEqual(["first.jpg"]);
});

test("a picture of a folder is turned, scaled down and masked by the settings of its camera", async () => {
  drop("load.jpg", "load-1.jpg", 100);
  const lowerHalf: [number, number][] = [
    [0, 0.5],
    [1, 0.5],
    [1, 1],
    [0, 1],
  ];
  const taken = await take({ rotate: 90, maxWidthPixels: 120, privacyZones: [lowerHalf] });
  if (!taken.ok) throw new Error(taken.message);
  const { widthPixels, heightPixels, rgb } = taken.frame;
  expect([widthPixels, heightPixels]).toEqual([120, 160]);
  expect(rgb.subarray(rgb.length / 2).every((level) => level === 0)).toBe(true);
  expect(rgb.subarray(0, rgb.length / 2).some((level) => level > 0)).toBe(true);
});

test("a privacy zone that covers a whole picture of a folder leaves it black", async () => {
  drop("load.jpg", "load-1.jpg", 100);
  const whole: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  const taken = await take({ privacyZones: [whole] });
  expect(taken).toMatchObject({ ok: true, frame: { widthPixels: 640, heightPixels: 480 } });
  expect(taken.ok && taken.frame.rgb.every((level) => level === 0)).toBe(true);
});

test("a folder without a picture, with a damaged one, or that does not exist is reported with what to do", async () => {
  expect(await take()).toEqual({
    ok: false,
    kind: "other",
    message: `folder ${folder} holds no picture`,
    fix: "put one into it (JPEG, PNG, WebP or TIFF); it stays there until the agent runs",
  });
  writeFileSync(path.join(folder, "half.jpg"), "half a picture");
  expect(await take()).toMatchObject({
    ok: false,
    message: `half.jpg in ${folder} cannot be read: it is not a picture of a supported format (JPEG, PNG, WebP, TIFF)`,
    fix: "remove it, or put a complete picture into the folder",
  });
  rmSync(folder, { recursive: true });
  expect(await take()).toMatchObject({ ok: false, kind: "not-found", fix: "create it, or mount its share" });
  expect(existsSync(folder)).toBe(false);
});
