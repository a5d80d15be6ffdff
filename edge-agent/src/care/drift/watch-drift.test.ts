import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type CameraDriftBody, cameraDriftRequest } from "@container-inspection/shared-schemas/camera-drift";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import type { Frame } from "../../cameras/frame.ts";
import type { DriftSettings } from "../../config/drift-section.ts";
import { createRandom } from "./testing/simulate-camera.ts";
import { startDriftWatch } from "./watch-drift.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Monday at midnight, by the clock of the place. */
const START_MS = new Date(2026, 10, 2).getTime();
const SIZE = { widthPixels: 64, heightPixels: 48 };
const settings: DriftSettings = {
  referenceDays: 7,
  consecutiveDays: 2,
  minimumLooks: 20,
  confidenceChange: 0.05,
  emptyChangePercent: 25,
  classesDistance: 0.25,
  sharpnessChangePercent: 30,
  exposureChangeLevels: 25,
  weekendDays: [],
};

const random = createRandom(7);
const noise = Uint8Array.from(
  { length: SIZE.widthPixels * SIZE.heightPixels * 3 },
  () => 90 + Math.floor(76 * random()),
);

/** A noisy picture, with less contrast where the lens is dirty. */
function makeFrame(contrast: number): Frame {
  const rgb = noise.map((level) => Math.round(128 + contrast * (level - 128)));
  return { cameraId: "top", index: 0, capturedAtMs: 0, monotonicMs: 0, ...SIZE, rgb };
}
const [clean, dirty] = [makeFrame(1), makeFrame(0.4)];
const carton = { className: "carton", confidence: 0.8 };

async function setUp() {
  const folder = await mkdtemp(path.join(tmpdir(), "edge-drift-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const logged: string[] = [];
  const log = (_: object, message: string) => void logged.push(message);
  const world = { nowMs: START_MS, accepts: true, isClockSynchronised: true, reports: [] as CameraDriftBody[] };
  let monotonicMs = 0;
  const start = (camera = "set-up 1") => {
    const watch = startDriftWatch({
      file: path.join(folder, "drift.sqlite"),
      settings,
      cameras: [{ id: "top", setUp: camera, lookEveryMs: 10_000 }],
      nowMs: () => world.nowMs,
      monotonicMs: () => (monotonicMs += HOUR_MS),
      isClockSynchronised: () => world.isClockSynchronised,
      commit(cameraId, report) {
        expect(cameraId).toBe("top");
        if (world.accepts) world.reports.push(report);
        return world.accepts;
      },
      logger: { info: log, warn: log, error: log },
    });
    onTestFinished(() => watch.stop());
    return watch;
  };
  return { folder, logged, world, start };
}

type World = Awaited<ReturnType<typeof setUp>>["world"];
type Watch = ReturnType<typeof startDriftWatch>;

/** Lets days pass: a look each six minutes by day, none at night. */
function passDays(
  watch: Watch,
  world: World,
  days: number,
  frame: Frame,
  confidence = 0.8,
  isUnlike: boolean | null = null,
): void {
  const endMs = world.nowMs + days * DAY_MS;
  for (; world.nowMs < endMs; world.nowMs += HOUR_MS / 10) {
    const hour = new Date(world.nowMs).getHours();
    const model = { name: "cargo", version: "2" };
    if (hour >= 8 && hour < 18) {
      watch.observe("top", frame, { isMoving: true, findings: [{ ...carton, confidence }], isUnlike, model });
    }
    if (world.nowMs % HOUR_MS === 0) watch.tick();
  }
  watch.tick();
}

const measuresOf = ({ measures }: CameraDriftBody) => measures.map(({ measure }) => measure);

test("a lens that becomes dirty is reported once with pictures of then and now, across restarts, and its end too", async () => {
  const { world, start } = await setUp();
  let watch = start();
  passDays(watch, world, 4.5, clean);
  await watch.stop();
  watch = start();
  passDays(watch, world, 5.5, clean);
  expect(watch.status()).toMatchObject([{ cameraId: "top", learnedDays: 7, referenceDays: 7 }]);
  expect(world.reports).toEqual([]);

  passDays(watch, world, 1, dirty);
  expect(world.reports).toEqual([]);
  await watch.stop();
  watch = start();
  passDays(watch, world, 1, dirty);
  expect(world.reports).toHaveLength(1);
  expect(world.reports.map(measuresOf)).toEqual([["sharpness"]]);
  const [report] = world.reports;
  expect(cameraDriftRequest.parse({ camera_id: "top", ...report }).pictures).toHaveLength(6);
  expect(report).toMatchObject({ model_name: "cargo", model_version: "2", classes: [] });
  expect(report?.measures).toMatchObject([{ since: "2026-11-12", day: "2026-11-13" }]);
  const [sharpness] = report?.measures ?? [];
  expect((sharpness?.now ?? 0) / (sharpness?.reference ?? 0)).toBeCloseTo(0.4, 1);
  expect(report?.pictures.map(({ shows }) => shows)).toEqual([
    "reference",
    "now",
    "reference",
    "now",
    "reference",
    "now",
  ]);
  for (const { image } of report?.pictures ?? []) {
    expect(await sharp(Buffer.from(image, "base64")).metadata()).toMatchObject({ format: "jpeg", width: 64 });
  }
  expect(watch.status()[0]?.measures.filter(({ isDrifted }) => isDrifted)).toMatchObject([{ measure: "sharpness" }]);

  passDays(watch, world, 3, clean);
  expect(world.reports.map(measuresOf)).toEqual([["sharpness"], []]);
  expect(world.reports[1]?.pictures).toEqual([]);
});

test("pictures that become unlike those that the model was trained on are reported", async () => {
  const { world, start } = await setUp();
  const watch = start();
  passDays(watch, world, 8, clean, 0.8, false);
  passDays(watch, world, 3, clean, 0.8, true);
  expect(world.reports.map(measuresOf)).toEqual([["unlike"]]);
  expect(world.reports[0]?.measures).toMatchObject([{ reference: 0, now: 1 }]);
});

test("one odd day, and days with too few looks, change nothing", async () => {
  const { world, start } = await setUp();
  const watch = start();
  passDays(watch, world, 8, clean);
  passDays(watch, world, 1, dirty, 0.5);
  passDays(watch, world, 1, clean);
  passDays(watch, world, 1, dirty, 0.5);
  // A closed gate between two odd days does not part them.
  world.nowMs += 2 * DAY_MS;
  passDays(watch, world, 1, clean);
  expect(world.reports).toEqual([]);
});

test("a report that the outbox refuses is made again later", async () => {
  const { world, start } = await setUp();
  const watch = start();
  passDays(watch, world, 8, clean);
  world.accepts = false;
  passDays(watch, world, 3, clean, 0.6);
  world.accepts = true;
  passDays(watch, world, 1, clean, 0.6);
  expect(world.reports.map(measuresOf)).toEqual([["confidence"]]);
  expect(world.reports[0]?.measures).toMatchObject([{ reference: 0.8, now: 0.6, since: "2026-11-10" }]);
});

test("another model, and a request to learn, begin a new reference and end the reported drift", async () => {
  const { world, start } = await setUp();
  let watch = start();
  passDays(watch, world, 8, clean);
  passDays(watch, world, 3, clean, 0.6);
  await watch.stop();
  watch = start("set-up 2");
  watch.tick();
  expect(world.reports.map(measuresOf)).toEqual([["confidence"], []]);
  expect(watch.status()).toMatchObject([{ learnedDays: 0, measures: [] }]);
  passDays(watch, world, 8, clean, 0.6);
  passDays(watch, world, 3, clean, 0.8);
  expect(world.reports.slice(2).map(measuresOf)).toEqual([["confidence"]]);
  expect(watch.forget("top")).toBe(true);
  expect(watch.forget("side")).toBe(false);
  expect(watch.status()).toMatchObject([{ learnedDays: 0, measures: [] }]);
  passDays(watch, world, 1, clean, 0.8);
  expect(world.reports.slice(3).map(measuresOf)).toEqual([[]]);
});

test("a damaged file is set aside and learned again", async () => {
  const { folder, logged, world, start } = await setUp();
  await writeFile(path.join(folder, "drift.sqlite"), "no database".repeat(1_000));
  const watch = start();
  expect(logged).toEqual(["the statistics of the cameras cannot be read; they are learned again"]);
  expect(await readdir(folder)).toContain("drift.sqlite.damaged");
  passDays(watch, world, 2, clean);
  expect(watch.status()).toMatchObject([{ learnedDays: 2 }]);
});

test("a clock that was a year ahead leaves nothing behind", async () => {
  const { world, start } = await setUp();
  const watch = start();
  passDays(watch, world, 3, clean);
  world.nowMs += 365 * DAY_MS;
  passDays(watch, world, 1, dirty);
  world.nowMs -= 366 * DAY_MS;
  passDays(watch, world, 6, clean);
  expect(watch.status()).toMatchObject([{ learnedDays: 7 }]);
  expect(world.reports).toEqual([]);
});

test("a start with the clock in the past keeps the learned reference until the clock is set", async () => {
  const { world, start } = await setUp();
  const before = start();
  passDays(before, world, 9, clean);
  const learned = before.status();
  await before.stop();
  const nowMs = world.nowMs;
  Object.assign(world, { nowMs: new Date(2020, 0, 1).getTime(), isClockSynchronised: false });
  const watch = start();
  passDays(watch, world, 2, dirty);
  expect(watch.status()).toEqual(learned);
  Object.assign(world, { nowMs, isClockSynchronised: true });
  watch.tick();
  expect(watch.status()).toMatchObject([{ learnedDays: 7 }]);
  passDays(watch, world, 3, dirty);
  expect(world.reports.map(measuresOf).at(-1)).toContain("sharpness");
});
