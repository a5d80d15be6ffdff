import type { Box } from "../../src/base/pictures/box.ts";
import { HEIGHT, STEP_SECONDS, WIDTH } from "./move-objects.ts";
import { between, createDrift, normal, type Random } from "./random.ts";
import type { Scene } from "./scenes.ts";

export type Truth = { id: number; box: Box; visible: number };
export type Sighting = { box: Box; confidence: number };

const GRID = 10;

/** The truth of one frame: what of each box is in the picture and not behind nearer objects and pillars. */
export function lookAt(
  objects: readonly { id: number; box: Box }[],
  pillars: readonly Box[],
): (Truth & { seen: Box })[] {
  return objects.flatMap(({ id, box }) => {
    const nearer = [...pillars, ...objects.filter((other) => other.box.y2 > box.y2).map((other) => other.box)];
    const seen = { x1: Infinity, y1: Infinity, x2: -Infinity, y2: -Infinity };
    const [cellWidth, cellHeight] = [(box.x2 - box.x1) / GRID, (box.y2 - box.y1) / GRID];
    let count = 0;
    for (let cell = 0; cell < GRID * GRID; cell += 1) {
      const x = box.x1 + ((cell % GRID) + 0.5) * cellWidth;
      const y = box.y1 + (Math.floor(cell / GRID) + 0.5) * cellHeight;
      if (x < 0 || x > WIDTH || y < 0 || y > HEIGHT || nearer.some((other) => holds(other, x, y))) continue;
      count += 1;
      seen.x1 = Math.min(seen.x1, x - cellWidth / 2);
      seen.y1 = Math.min(seen.y1, y - cellHeight / 2);
      seen.x2 = Math.max(seen.x2, x + cellWidth / 2);
      seen.y2 = Math.max(seen.y2, y + cellHeight / 2);
    }
    return count === 0 ? [] : [{ id, box: withinPicture(box), visible: count / GRID ** 2, seen: withinPicture(seen) }];
  });
}

/** A detector that errs: missed, false and doubled detections, noise of boxes and confidences, both with a memory. */
export function createDetector(scene: Scene, random: Random) {
  const moods = new Map<number, ReturnType<typeof createMood>>();
  let ghosts: { box: Box; confidence: number; stepsLeft: number }[] = [];
  return (objects: readonly (Truth & { seen: Box })[]): Sighting[] => {
    const sightings: Sighting[] = [];
    for (const object of objects) {
      const mood = moods.get(object.id) ?? createMood(scene, random);
      moods.set(object.id, mood);
      sightings.push(...mood(object));
    }
    // Some false detections are a flash, others stay for a while.
    if (random() < scene.strays * 0.15)
      ghosts.push({ ...stray(scene, random), stepsLeft: Math.ceil(between(random, 3, 40)) });
    ghosts = ghosts.filter((ghost) => (ghost.stepsLeft -= 1) > 0);
    for (const { box, confidence } of ghosts)
      if (random() < 0.7)
        sightings.push({ box: withNoise(box, 0.03, random), confidence: confidence * between(random, 0.6, 1) });
    if (random() < scene.strays * 0.5) sightings.push(stray(scene, random));
    return sightings;
  };
}

function createMood(scene: Scene, random: Random) {
  const base = scene.confidence + 0.1 * normal(random);
  const drifts = Array.from({ length: 5 }, () => createDrift(random, 0.3, STEP_SECONDS));
  const [scoreDrift, ...edges] = drifts;
  const takesWhole = random() < 0.5;
  let isMissed = false;
  return ({ box, seen, visible }: Truth & { seen: Box }): Sighting[] => {
    isMissed = random() < STEP_SECONDS / (isMissed ? 0.2 : 4) ? !isMissed : isMissed;
    const drift = scoreDrift?.() ?? 0;
    const confidence = base + 0.1 * drift + 0.05 * normal(random) - 0.75 * (1 - visible) ** 1.3;
    if (isMissed || confidence < 0.05 || random() < 0.03) return [];
    const target = takesWhole && visible > 0.4 ? box : seen;
    const noise = scene.boxNoise * (1.5 - Math.min(1, confidence));
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = edges.map((edge) => noise * (0.7 * edge() + 0.7 * normal(random)));
    const [width, height] = [target.x2 - target.x1, target.y2 - target.y1];
    const found = {
      x1: target.x1 + x1 * width,
      y1: target.y1 + y1 * height,
      x2: target.x2 + x2 * width,
      y2: target.y2 + y2 * height,
    };
    const sighting = { box: found, confidence: Math.min(0.98, confidence) };
    if (random() > 0.015) return [sighting];
    return [sighting, { box: withNoise(found, 0.12, random), confidence: confidence * between(random, 0.3, 0.8) }];
  };
}

function stray(scene: Scene, random: Random): Sighting {
  const height = between(random, ...scene.heights) * between(random, 0.5, 1);
  const width = height * between(random, ...scene.aspects);
  const [x1, y1] = [between(random, 0, WIDTH - width), between(random, 0, Math.max(1, HEIGHT - height))];
  return { box: { x1, y1, x2: x1 + width, y2: y1 + height }, confidence: between(random, 0.05, 0.6) };
}

function withNoise({ x1, y1, x2, y2 }: Box, share: number, random: Random): Box {
  const [dx, dy] = [share * (x2 - x1) * normal(random), share * (y2 - y1) * normal(random)];
  return { x1: x1 + dx, y1: y1 + dy, x2: x2 + dx, y2: y2 + dy };
}

const holds = (box: Box, x: number, y: number): boolean => x > box.x1 && x < box.x2 && y > box.y1 && y < box.y2;

const withinPicture = ({ x1, y1, x2, y2 }: Box): Box => ({
  x1: Math.max(0, x1),
  y1: Math.max(0, y1),
  x2: Math.min(WIDTH, x2),
  y2: Math.min(HEIGHT, y2),
});
