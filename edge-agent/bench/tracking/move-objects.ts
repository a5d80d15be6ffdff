import type { Box } from "../../src/base/pictures/box.ts";
import { between, createDrift, type Random } from "./random.ts";
import type { Scene } from "./scenes.ts";

export const WIDTH = 1280;
export const HEIGHT = 720;
export const STEP_SECONDS = 1 / 30;
/** Distance beyond the border at which an object has left, in widths. */
const BEYOND = 0.6;

export type Mover = { id: number; box: Box; step(speedFactor: number): void; isGone: boolean };

/** Objects that enter at the borders, move, stop, turn, leave and return; each call is one step of 1/30 s. */
export function createMovers(scene: Scene, random: Random): () => Mover[] {
  let [lastId, stopUntil, second] = [0, 0, 0];
  const add = (inside: boolean) => createMover(++lastId, scene, inside, random);
  let movers = Array.from({ length: scene.count }, () => add(true));
  return () => {
    second += STEP_SECONDS;
    if (scene.inStep && second > stopUntil && random() < scene.stopsPerSecond * STEP_SECONDS)
      stopUntil = second + between(random, ...scene.stopSeconds);
    for (const mover of movers) mover.step(scene.inStep && second < stopUntil ? 0 : 1);
    movers = movers.filter(({ isGone }) => !isGone);
    // New ones come one after the other, not all at once.
    if (movers.length < scene.count && random() < 0.1) movers.push(add(false));
    return movers;
  };
}

function createMover(id: number, scene: Scene, inside: boolean, random: Random): Mover {
  const nearHeight = between(random, ...scene.heights);
  const aspect = between(random, ...scene.aspects);
  const cruise = between(random, ...scene.speeds);
  const turn = createDrift(random, 1.5, STEP_SECONDS);
  let course = between(random, -scene.spread, scene.spread) + (!scene.inStep && random() < 0.5 ? Math.PI : 0);
  let y = between(random, HEIGHT * 0.35, HEIGHT * 0.98);
  const size = () => nearHeight * (0.45 + (0.55 * y) / HEIGHT);
  let x = inside
    ? between(random, 0, WIDTH)
    : Math.cos(course) > 0
      ? -0.5 * aspect * size()
      : WIDTH + 0.5 * aspect * size();
  let [speed, second, stopUntil] = [cruise, 0, 0];
  let returnsLeft = random() < scene.returning ? 1 : 0;
  const box = (): Box => {
    const half = (aspect * size()) / 2;
    return { x1: x - half, y1: y - size(), x2: x + half, y2: y };
  };
  const mover: Mover = { id, box: box(), step, isGone: false };
  return mover;

  function step(speedFactor: number): void {
    second += STEP_SECONDS;
    if (!scene.inStep && second > stopUntil && random() < scene.stopsPerSecond * STEP_SECONDS)
      stopUntil = second + between(random, ...scene.stopSeconds);
    const wanted = second < stopUntil ? 0 : cruise * speedFactor;
    // Brakes and accelerates within about a third of a second.
    speed += (wanted - speed) * Math.min(1, STEP_SECONDS / 0.3);
    course += scene.turning * turn() * STEP_SECONDS;
    const pixels = speed * size() * STEP_SECONDS;
    x += pixels * Math.cos(course);
    // Depth is foreshortened.
    y += 0.4 * pixels * Math.sin(course);
    if (y < HEIGHT * 0.3 || y > HEIGHT * 1.05) course = -course;
    y = Math.min(HEIGHT * 1.05, Math.max(HEIGHT * 0.3, y));
    mover.box = box();
    const width = mover.box.x2 - mover.box.x1;
    const isOut = x < -BEYOND * width || x > WIDTH + BEYOND * width;
    const isLeaving = (x < 0 && Math.cos(course) < 0) || (x > WIDTH && Math.cos(course) > 0);
    if (!isOut || !isLeaving) return;
    mover.isGone = returnsLeft === 0;
    returnsLeft -= 1;
    course = Math.PI - course;
  }
}

/** The picture's displacement: wind, and jolts that fade within a second. */
export function createShake({ shakePixels, joltsPerSecond }: Scene, random: Random): () => { dx: number; dy: number } {
  const [slowX, slowY] = [createDrift(random, 0.4, STEP_SECONDS), createDrift(random, 0.4, STEP_SECONDS)];
  let [jolt, second] = [0, 0];
  return () => {
    second += STEP_SECONDS;
    jolt *= 0.9;
    if (random() < joltsPerSecond * STEP_SECONDS) jolt = between(random, 15, 45);
    return {
      dx: shakePixels * slowX() + jolt * Math.sin(second * 25),
      dy: 0.6 * shakePixels * slowY() + 0.7 * jolt * Math.cos(second * 25),
    };
  };
}
