import { expect, test } from "vitest";
import type { Frame } from "../cameras/frame.ts";
import { createNumberLane, type NumberCamera } from "./number-camera.ts";
import { createNumberWatch } from "./number-watch.ts";
import type { NumberPlace } from "./number-place.ts";
import { candidateOf } from "./testing.ts";

const NUMBER = "CSQU3054383";
const place: NumberPlace = {
  candidates: [candidateOf(NUMBER, 1)],
  characters: [],
  isAgreed: true,
  sizeType: null,
  confidence: 1,
};

/** A lane with one camera, whose frames are read as the places given; one that is to be thrown fails. */
function drive(shown: (NumberPlace[] | Error)[], stepMs: number) {
  let nowMs = 0;
  const idle: boolean[] = [];
  const failures: string[] = [];
  const announced: { text: string; frame: number | undefined }[] = [];
  const read: number[] = [];
  const camera: NumberCamera = {
    id: "left",
    async *frames() {
      for (const index of shown.keys()) {
        nowMs = index * stepMs;
        yield frameOf(index);
      }
    },
    setIdle: (isIdle) => void (idle.at(-1) === isIdle || idle.push(isIdle)),
    async read(frame) {
      read.push(frame.index);
      const found = shown[frame.index] ?? [];
      if (found instanceof Error) throw found;
      return { places: found.map((one) => ({ ...one })), picture: frame, problem: null, inferenceMs: 10 };
    },
  };
  const watch = createNumberWatch({
    positions: [],
    minimumConfidence: 0.9,
    enoughLooks: 2,
    goneMs: 3_000,
    expected: () => new Set(),
  });
  const lane = createNumberLane({
    cameras: [camera],
    watch,
    passed: ({ outcome }, pictureOf) =>
      outcome?.kind === "read" &&
      announced.push(
        ...outcome.numbers.map(({ number: { text, looks } }) => ({
          text,
          frame: looks[0] && pictureOf(looks[0])?.index,
        })),
      ),
    noteFailure: (what, error) => failures.push(`${what}: ${String(error)}`),
    time: { nowMs: () => nowMs, of: () => nowMs },
  });
  return { lane, idle, failures, announced, read, passMs: (ms: number) => (nowMs += ms) };
}

const frameOf = (index: number): Frame => ({
  cameraId: "left",
  index,
  capturedAtMs: index,
  monotonicMs: index,
  widthPixels: 1,
  heightPixels: 1,
  rgb: new Uint8Array(3),
});

test("a number camera sees all pictures while a vehicle is in view, and after its number is known reads one a second", async () => {
  const { lane, idle, announced, read, passMs } = drive([[], ...Array.from({ length: 24 }, () => [place])], 100);
  await lane.run(new AbortController().signal);
  expect(announced).toEqual([{ text: NUMBER, frame: 1 }]);
  expect(read).toEqual([0, 1, 2, 12, 22]);
  expect(idle).toEqual([true, false]);
  passMs(3_000);
  lane.tick();
  expect(idle).toEqual([true, false, true]);
});

test("a picture that cannot be read costs that picture only", async () => {
  const { lane, announced, failures } = drive([[place], new Error("no worker"), [place]], 100);
  await lane.run(new AbortController().signal);
  expect(failures).toEqual(["reading a picture of camera left failed: Error: no worker"]);
  expect(announced).toHaveLength(1);
});

/** A camera that is given its frames; `give` resolves once the frame was read or left out. */
function createFeed(id: string, places: readonly NumberPlace[]) {
  let [given, asked] = [Promise.withResolvers<Frame | null>(), Promise.withResolvers<void>()];
  const camera: NumberCamera = {
    id,
    async *frames() {
      for (;;) {
        asked.resolve();
        const frame = await given.promise;
        if (!frame) return;
        [given, asked] = [Promise.withResolvers<Frame | null>(), Promise.withResolvers<void>()];
        yield frame;
      }
    },
    setIdle: () => {},
    read: async (frame) => ({
      places: places.map((one) => ({ ...one })),
      picture: frame,
      problem: null,
      inferenceMs: 10,
    }),
  };
  return {
    camera,
    async give(frame: Frame | null): Promise<void> {
      await asked.promise;
      given.resolve(frame);
      if (frame) await Promise.resolve();
      if (frame) await asked.promise;
    },
  };
}

test("a vehicle that stands before two cameras, of which one shows its number, is one pass, however the pictures come", async () => {
  let nowMs = 0;
  const [shows, other] = [createFeed("left", [place]), createFeed("right", [])];
  const passes: { number: number; decided: boolean }[] = [];
  const watch = createNumberWatch({
    positions: [],
    minimumConfidence: 0.9,
    enoughLooks: 2,
    goneMs: 3_000,
    expected: () => new Set(),
  });
  const lane = createNumberLane({
    cameras: [shows.camera, other.camera],
    watch,
    passed: ({ number, outcome }) => passes.push({ number, decided: outcome !== null }),
    noteFailure: () => {},
    time: { nowMs: () => nowMs, of: () => nowMs },
  });
  const running = lane.run(new AbortController().signal);
  for (let index = 0; index < 1_500; index += 1) {
    nowMs = index * 200;
    await shows.give(frameOf(index));
    // Five times as many, so that it is usually the first one to be read after a pause.
    for (let step = 1; step < 5; step += 1) {
      nowMs = index * 200 + step * 40;
      await other.give(frameOf(index));
    }
    lane.tick();
  }
  await Promise.all([shows.give(null), other.give(null)]);
  await running;
  expect(new Set(passes.map(({ number }) => number))).toEqual(new Set([1]));
  expect(passes.filter(({ decided }) => decided)).toHaveLength(1);
});

test("what is seen is known up to the picture that is being read, and all of it once no picture comes", async () => {
  const { lane, passMs } = drive([[], [place]], 100);
  expect(lane.readUntilMs()).toBe(Infinity);
  const known: number[] = [];
  const running = lane.run(new AbortController().signal);
  known.push(lane.readUntilMs());
  await running;
  known.push(lane.readUntilMs());
  passMs(1_000);
  known.push(lane.readUntilMs());
  expect(known.at(-2)).toBe(100);
  expect(known.at(-1)).toBe(Infinity);
});
