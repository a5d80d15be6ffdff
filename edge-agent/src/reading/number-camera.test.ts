import { expect, test } from "vitest";
import type { Frame } from "../cameras/frame.ts";
import { createNumberLane, type NumberCamera } from "./number-camera.ts";
import { createNumberWatch } from "./number-watch.ts";
import type { NumberPlace } from "./read-number.ts";
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
    decided: (outcome, pictureOf) =>
      outcome.kind === "read" &&
      announced.push(
        ...outcome.numbers.map(({ number: { text, looks } }) => ({
          text,
          frame: looks[0] && pictureOf(looks[0])?.index,
        })),
      ),
    noteFailure: (what, error) => failures.push(`${what}: ${String(error)}`),
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
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
