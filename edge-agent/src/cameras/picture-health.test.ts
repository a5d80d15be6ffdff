import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createInspection } from "./inspect-pictures.ts";
import type { GreyPicture } from "./grey-picture.ts";
import { createPictureHealth } from "./picture-health.ts";
import type { PictureFault, PictureHealth } from "./picture-health.ts";
import { openReferenceFile } from "./reference-file.ts";
import { drawScene } from "./testing/draw-scenes.ts";
import type { SceneOptions } from "./testing/draw-scenes.ts";

const settings = {
  darkAfterSeconds: 60,
  frozenAfterSeconds: 60,
  blurredAfterSeconds: 300,
  turnedAfterSeconds: 600,
  darkLevel: 24,
  minimumSharpnessPercent: 45,
  minimumViewPercent: 20,
};
const noon: SceneOptions = { hour: 12 };
const MINUTE = 60;

/** Plays continuous pictures in time; `see` plays some seconds of them and returns every reported fault. */
function watchScenes(health: PictureHealth = createPictureHealth(settings, { scenes: [], save: () => {} })) {
  let seconds = 0;
  return {
    see(
      lastsSeconds: number,
      scene: SceneOptions | ((second: number) => GreyPicture),
      everySeconds = 5,
    ): PictureFault[] {
      const reported = new Set<PictureFault>();
      for (const endSeconds = seconds + lastsSeconds; seconds < endSeconds; seconds += everySeconds) {
        const grey = typeof scene === "function" ? scene(seconds) : drawScene({ seed: seconds, ...scene });
        health.observe(grey, seconds * 1_000);
        for (const fault of health.faults()) reported.add(fault);
      }
      return [...reported];
    },
    faults: () => health.faults(),
    seconds: () => seconds,
  };
}

/** A camera that has learned its reference picture at noon. */
function setUpCamera() {
  const camera = watchScenes();
  camera.see(2 * MINUTE, noon);
  return camera;
}

describe("no fault is reported", () => {
  test("over a day and a night of sun, wandering shadows, a lamp, rain and loads", () => {
    const camera = setUpCamera();
    const start = camera.seconds();
    const day = (second: number): GreyPicture => {
      const minutes = (second - start) / MINUTE;
      // Every quarter of an hour a load is in view for five minutes; it rains for two hours.
      const left = 0.1 + 0.05 * (Math.floor(minutes / 15) % 4);
      const load = minutes % 15 < 5 ? ([left, left + 0.6] as const) : undefined;
      const rain = minutes > 300 && minutes < 420;
      return drawScene({ hour: (12 + minutes / 60) % 24, seed: second, rain, ...(load && { load }) });
    };
    expect(camera.see(25 * 60 * MINUTE, day, 90)).toEqual([]);
  });

  test.each<[string, SceneOptions]>([
    ["a load that hides most of the picture for forty minutes", { hour: 12, load: [0.05, 0.85] }],
    ["a mast that sways by one hundredth of the picture", { hour: 12, shiftX: 2, shiftY: -1 }],
    ["a noisy sensor", { hour: 12, noise: 8 }],
    ["a still scene before a sensor without visible noise", { hour: 12, noise: 0.4 }],
    ["heavy rain", { hour: 12, rain: true, noise: 4 }],
  ])("for %s", (_what, scene) => {
    expect(setUpCamera().see(40 * MINUTE, scene, 10)).toEqual([]);
  });

  test("at a restart at night, with the reference picture of the day", () => {
    const kept: { scenes: Parameters<typeof createPictureHealth>[1]["scenes"] } = { scenes: [] };
    const memory = () => ({ scenes: kept.scenes, save: (scenes: typeof kept.scenes) => void (kept.scenes = scenes) });
    watchScenes(createPictureHealth(settings, memory())).see(2 * MINUTE, noon);
    const restarted = watchScenes(createPictureHealth(settings, memory()));
    expect(restarted.see(15 * MINUTE, { hour: 1 })).toEqual([]);
    expect(kept.scenes).toHaveLength(1);
  });

  test("for a fault that passes before its time", () => {
    const camera = setUpCamera();
    expect(camera.see(50, { hour: 12, blur: 30, noise: 0 })).toEqual([]);
    expect(camera.see(10 * MINUTE, noon)).toEqual([]);
    expect(camera.see(5 * MINUTE, { hour: 12, place: 3 })).toEqual([]);
    expect(camera.see(10 * MINUTE, noon)).toEqual([]);
  });
});

describe("a fault is reported once it has lasted, and ends with it", () => {
  const black = (second: number) => drawScene({ hour: 12, seed: second, noise: 2 });
  const covered = (second: number): GreyPicture => {
    const grey = black(second);
    return { ...grey, levels: grey.levels.map((level) => level / 20) };
  };
  const frozen = drawScene({ hour: 12, seed: 4 });
  /** A frozen picture into which the camera draws the time. */
  const clock = (second: number): GreyPicture => {
    const levels = frozen.levels.slice();
    for (let at = 0; at < 40; at += 1) levels[5 * 256 + at] = (second * 31 + at * 17) % 256;
    return { ...frozen, levels };
  };

  test.each<[PictureFault, string, SceneOptions | ((second: number) => GreyPicture)]>([
    ["dark", "no light reaches the sensor", covered],
    ["frozen", "every picture is the same", () => frozen],
    ["frozen", "only the clock in the picture goes on", clock],
    ["blurred", "the lens is a little out of focus", { hour: 12, blur: 1 }],
    ["blurred", "drops on the lens", { hour: 12, blur: 3 }],
    ["blurred", "dirt all over the lens", { hour: 12, blur: 12 }],
    ["blurred", "a sheet over the lens", { hour: 12, blur: 60 }],
    ["blurred", "out of focus, while a load stands there", { hour: 12, blur: 2, load: [0.2, 0.6] }],
    ["turned", "another place", { hour: 12, place: 9 }],
    ["turned", "another place, at night", { hour: 23, place: 9 }],
    ["turned", "a twentieth of the picture to the side", { hour: 12, shiftX: 13 }],
    [
      "turned",
      "a fifth to the side and down, while a load stands there",
      { hour: 12, shiftX: 50, shiftY: 20, load: [0.3, 0.7] },
    ],
  ])("%s: %s", (fault, _what, scene) => {
    const camera = setUpCamera();
    const limit = settings[`${fault}AfterSeconds`];
    expect(camera.see(limit - 15, scene)).toEqual([]);
    camera.see(4 * MINUTE, scene);
    expect(camera.faults()).toEqual([fault]);
    camera.see(4 * MINUTE, noon);
    expect(camera.faults()).toEqual([]);
  });
});

test("learning the view again accepts where a turned camera looks now", () => {
  const health = createPictureHealth(settings, { scenes: [], save: () => {} });
  const camera = watchScenes(health);
  camera.see(2 * MINUTE, noon);
  camera.see(12 * MINUTE, { hour: 12, place: 9 });
  expect(camera.faults()).toEqual(["turned"]);
  health.forgetView();
  camera.see(3 * MINUTE, { hour: 12, place: 9 });
  expect(camera.faults()).toEqual([]);
  expect(camera.see(15 * MINUTE, noon)).toContain("turned");
});

describe("the reference picture in its file", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "reference-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "cameras", "gate-1.reference");
  const left: [number, number][] = [
    [0, 0],
    [0.5, 0],
    [0.5, 1],
    [0, 1],
  ];
  const open = (url: string) =>
    createInspection({
      motion: undefined,
      health: { ...settings, referenceFile: file },
      setUp: { url, rotate: 0, privacyZones: [left] },
      onSkip: () => {},
      onWarning: (message) => expect.unreachable(message),
    });
  const play = async (inspection: ReturnType<typeof open>, minutes: number, scene: SceneOptions) => {
    for (let second = 0; second < minutes * MINUTE; second += 5) {
      await inspection.look?.(second * 1_000, () => drawScene({ seed: second, ...scene }));
    }
    return inspection.state().faults;
  };

  test("outlives a restart and another password, not another stream; privacy zones are not in it", async () => {
    expect(await play(open("rtsp://a:b@camera/1"), 2, noon)).toEqual([]);
    expect(await play(open("rtsp://a:c@camera/1"), 15, { hour: 12, place: 9 })).toEqual(["turned"]);
    const { scenes } = openReferenceFile(file, JSON.parse(readFileSync(file, "utf8")).setUp);
    expect(scenes[0]?.levels.some((level, at) => at % 256 < 127 && level !== 0)).toBe(false);
    expect(scenes[0]?.levels.some((level, at) => at % 256 > 127 && level !== 0)).toBe(true);
    expect(await play(open("rtsp://a:c@camera/2"), 15, { hour: 12, place: 9 })).toEqual([]);
  });

  test("that is damaged is learned again", () => {
    rmSync(file);
    expect(openReferenceFile(file, "x").scenes).toEqual([]);
    openReferenceFile(file, "x").save([{ widthPixels: 2, heightPixels: 1, levels: Float32Array.of(1, 2.6) }]);
    expect(openReferenceFile(file, "x").scenes).toMatchObject([{ levels: Float32Array.of(1, 3) }]);
    expect(openReferenceFile(file, "y").scenes).toEqual([]);
  });
});

/** A yard with kerbs along its lower quarter: lines that look the same wherever the camera is turned to along them. */
const alongKerbs =
  (scene: SceneOptions) =>
  (second: number): GreyPicture => {
    const grey = drawScene({ seed: second, ...scene });
    const levels = grey.levels.map((level, at) => {
      const row = Math.floor(at / grey.widthPixels);
      return row < 112 ? level : 80 + 70 * (Math.floor(row / 6) % 2) + (level % 3);
    });
    return { ...grey, levels };
  };

test("turned: along lines that still match, while the rest of the view does not", () => {
  const camera = watchScenes();
  camera.see(2 * MINUTE, alongKerbs(noon));
  expect(camera.see(15 * MINUTE, alongKerbs(noon))).toEqual([]);
  const turned = alongKerbs({ ...noon, shiftX: 40 });
  expect(camera.see(settings.turnedAfterSeconds - 15, turned)).toEqual([]);
  camera.see(4 * MINUTE, turned);
  expect(camera.faults()).toEqual(["turned"]);
});
