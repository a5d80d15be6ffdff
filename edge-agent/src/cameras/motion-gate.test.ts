import { describe, expect, test } from "vitest";
import type { GreyPicture } from "./grey-picture.ts";
import { createMotionGate } from "./motion-gate.ts";

const WIDTH = 128;
const HEIGHT = 72;
const FRAME_MS = 200;

type Scene = (x: number, y: number, seconds: number, random: () => number) => number;

/** A paved lane: uneven, with a kerb and a wall. */
const lane: Scene = (x, y) => 70 + (y < 20 ? 60 : 0) + (x > 110 ? -30 : 0) + ((x * 7 + y * 13) % 11);
const noisy =
  (levels: number, scene: Scene = lane): Scene =>
  (x, y, seconds, random) =>
    // Nearly normal: three uniform numbers.
    scene(x, y, seconds, random) + levels * 2 * (random() + random() + random() - 1.5);
/** A box of so many levels from `left` on, whose place depends on the time. */
const box =
  (left: (seconds: number) => number, { width = 20, height = 24, level = 150 } = {}, scene: Scene = noisy(1)): Scene =>
  (x, y, seconds, random) =>
    x >= left(seconds) && x < left(seconds) + width && y >= 30 && y < 30 + height
      ? level + ((x + y) % 7)
      : scene(x, y, seconds, random);

/** Plays a scene at five pictures a second; answers the seconds at which pictures passed. */
function play(
  scene: Scene,
  seconds: number,
  isIdle: (seconds: number) => boolean = () => true,
  hidden?: Uint8Array,
): number[] {
  const gate = createMotionGate({ minimumAreaPercent: 0.3, lookEverySeconds: 10 });
  const random = createRandom();
  const passed: number[] = [];
  for (let ptsMs = 0; ptsMs < seconds * 1_000; ptsMs += FRAME_MS) {
    gate.setIdle(isIdle(ptsMs / 1_000));
    if (gate.isDue(ptsMs) && gate.admits({ ...draw(scene, ptsMs / 1_000, random), hidden }, ptsMs))
      passed.push(ptsMs / 1_000);
  }
  return passed;
}

/** Leaves out the first seconds, in which the gate gets to know the camera. */
const afterStart = (passed: number[]) => passed.filter((seconds) => seconds > 4);
/** Returns the number of pictures that pass a closed gate: one every ten seconds. */
const looks = (seconds: number) => Math.ceil(seconds / 10) + 1;

describe("a closed motion gate", () => {
  test.each<[string, Scene]>([
    ["an empty lane", lane],
    ["a noisy night", noisy(4)],
    ["dawn: 100 levels within ten minutes", (x, y, s, random) => (s / 600) * 100 + noisy(1)(x, y, s, random)],
    [
      "a cloud: the light falls by a third within twenty seconds",
      (x, y, s, random) => noisy(1)(x, y, s, random) * (1 - 0.33 * Math.min(1, Math.max(0, (s - 20) / 20))),
    ],
    ["a step of the automatic exposure", (x, y, s, random) => noisy(1)(x, y, s, random) * (s < 30 ? 1 : 1.12)],
    ["rain: drops all over the picture", (x, y, s, random) => noisy(2)(x, y, s, random) + (random() < 0.02 ? 60 : 0)],
  ])("stays closed for %s, but for a look every ten seconds", (_what, scene) => {
    const passed = afterStart(play(scene, 60));
    expect(passed.length).toBeGreaterThanOrEqual(5);
    expect(passed.length).toBeLessThanOrEqual(looks(60));
  });

  test("opens within 300 ms for an object that drives in, and stays open for three seconds after it has left", () => {
    // In the picture from second 30 on, 64 pixels a second: out of it at second 32.3.
    const passed = afterStart(
      play(
        box((s) => 128 - (s - 30) * 64),
        60,
      ),
    );
    const woken = passed.filter((seconds) => seconds >= 30 && seconds < 38);
    expect(woken[0]).toBeLessThanOrEqual(30.3);
    expect(woken.at(-1)).toBeGreaterThanOrEqual(35);
    expect(woken.length).toBeGreaterThan(20);
  });

  test("opens for an object that creeps in, on a noisy night too", () => {
    // A metre wide in ten metres of view; ten centimetres a second.
    const creeping = box((s) => 128 - Math.max(0, s - 31) * 1.3, {}, noisy(3));
    const woken = play(creeping, 60).filter((seconds) => seconds > 31 && seconds < 40);
    expect(woken.length).toBeGreaterThan(10);
  });

  test("opens for an object that appears between two pictures while the light changes", () => {
    const scene = box(
      (s) => (s < 33 ? 500 : 50),
      {},
      (x, y, s, random) => s / 2 + noisy(1)(x, y, s, random),
    );
    expect(play(scene, 40)).toContain(33);
  });

  test("stays closed for a road that passers-by use, inside a privacy zone; and opens for motion beside it", () => {
    const passing = box((s) => 128 - ((s * 64) % 160), { height: 12 });
    const hidden = new Uint8Array(WIDTH * HEIGHT).fill(1, 28 * WIDTH, 44 * WIDTH);
    const passed = afterStart(play(passing, 60, () => true, hidden));
    expect(passed.length).toBeLessThanOrEqual(looks(60));
    expect(afterStart(play(passing, 60)).length).toBeGreaterThan(100);
    const beside = box((s) => 128 - (s - 30) * 64, { height: 30 });
    expect(play(beside, 34, () => true, hidden).filter((s) => s >= 30).length).toBeGreaterThan(10);
  });

  test("opens when the light is switched on or off", () => {
    const scene: Scene = (x, y, s, random) => (s < 33 ? 0.3 : 1) * noisy(1)(x, y, s, random);
    expect(play(scene, 40)).toContain(33);
  });
});

describe("an open motion gate", () => {
  test("lets every picture pass while something is in view, even a load that does not move for minutes", () => {
    const parked = box((s) => Math.max(50, 128 - Math.max(0, s - 10) * 40));
    const passed = play(parked, 120, (seconds) => seconds < 11);
    expect(passed.filter((seconds) => seconds >= 11)).toHaveLength((120 - 11) * 5);
  });

  test("closes once nothing is in view, and notices when a learned object moves", () => {
    const parked = box((s) => (s < 60 ? 50 : 50 + (s - 60) * 40));
    const passed = play(parked, 66);
    expect(passed.filter((seconds) => seconds > 20 && seconds < 60).length).toBeLessThanOrEqual(looks(40));
    expect(passed.find((seconds) => seconds >= 60)).toBeLessThanOrEqual(60.4);
  });
});

function draw(scene: Scene, seconds: number, random: () => number): GreyPicture {
  const levels = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      levels[y * WIDTH + x] = Math.min(255, Math.max(0, Math.round(scene(x, y, seconds, random))));
    }
  }
  return { widthPixels: WIDTH, heightPixels: HEIGHT, levels };
}

/** Uniform in [0, 1), always the same numbers. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
