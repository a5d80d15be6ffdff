import type { Box } from "../../src/base/pictures/box.ts";
import { createDetector, lookAt, type Sighting, type Truth } from "./detect-objects.ts";
import { createMovers, createShake, HEIGHT, WIDTH } from "./move-objects.ts";
import { between, createRandom } from "./random.ts";
import type { Scene } from "./scenes.ts";

/** Minimum visible share of an object in the truth: no detector could find one that is less visible. */
const LEAST_VISIBLE = 0.2;
const WARM_UP_STEPS = 60;

export type Sequence = { truth: Truth[]; sightings: Sighting[] }[];

/** Draws a sequence of 30 frames a second from a seed: its truth, and what an imperfect detector makes of it. */
export function drawSequence(scene: Scene, seed: number, frames: number): Sequence {
  const random = createRandom(seed);
  const pillars = Array.from({ length: scene.pillars }, (): Box => {
    const x1 = between(random, 0.1, 0.85) * WIDTH;
    return { x1, y1: 0, x2: x1 + between(random, 40, 130), y2: HEIGHT };
  });
  const [move, shake, detect] = [
    createMovers(scene, random),
    createShake(scene, random),
    createDetector(scene, random),
  ];
  for (let step = 0; step < WARM_UP_STEPS; step += 1) move();
  return Array.from({ length: frames }, () => {
    const offset = shake();
    const objects = lookAt(
      move().map(({ id, box }) => ({ id, box: shift(box, offset) })),
      pillars.map((pillar) => shift(pillar, { ...offset, dy: 0 })),
    );
    return { truth: objects.filter(({ visible }) => visible >= LEAST_VISIBLE), sightings: detect(objects) };
  });
}

function shift({ x1, y1, x2, y2 }: Box, { dx, dy }: { dx: number; dy: number }): Box {
  return { x1: x1 + dx, y1: y1 + dy, x2: x2 + dx, y2: y2 + dy };
}

/** Every n-th frame, as lines of MOT Challenge files; frames count from 1. */
export function writeMot(sequence: Sequence, every: number): { truth: string; detections: string } {
  const frames = sequence.filter((_, index) => index % every === 0);
  const line = (frame: number, id: number, { x1, y1, x2, y2 }: Box, ...rest: (number | string)[]) =>
    [frame + 1, id, ...[x1, y1, x2 - x1, y2 - y1].map((value) => value.toFixed(2)), ...rest].join(",");
  const truth = frames.flatMap(({ truth: list }, frame) =>
    list.map(({ id, box, visible }) => line(frame, id, box, 1, 1, visible.toFixed(2))),
  );
  const detections = frames.flatMap(({ sightings }, frame) =>
    sightings.map(({ box, confidence }) => line(frame, -1, box, confidence.toFixed(4), -1, -1, -1)),
  );
  return { truth: `${truth.join("\n")}\n`, detections: `${detections.join("\n")}\n` };
}
