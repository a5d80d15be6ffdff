import type { GreyPicture } from "../grey-picture.ts";

/** Scene in front of a drawn camera, and the quality of its pictures. */
export type SceneOptions = {
  /** Hour of the day, 0 to 24: the sun's light and shadows, at night a lamp and a noisy sensor. */
  hour: number;
  /** Another place, which the camera looks at when it was turned away. */
  place?: number;
  /** Shift of the view because the camera was turned, in pixels of the picture. */
  shiftX?: number;
  shiftY?: number;
  /** Radius of the blur, in pixels of the picture. */
  blur?: number;
  /** Levels by which a pixel of the sensor differs from picture to picture; by default by the light. */
  noise?: number;
  rain?: boolean;
  /** A load in the picture: from and to, in shares of its width. */
  load?: readonly [from: number, to: number];
  /** Chooses noise and rain. */
  seed?: number;
};

const WIDTH = 256;
const HEIGHT = 144;

/** Draws a yard with a fence, a gate, markings and paving, as a camera sees it in a small grey copy. */
export function drawScene(options: SceneOptions): GreyPicture {
  const { hour, seed = 0, rain = false } = options;
  const noise = options.noise ?? (sunAt(hour) > 0.1 ? 1 : 3);
  const clear = drawClear(options);
  const levels = new Uint8Array(clear.length);
  const grainFrom = Math.floor(hash(seed, 1, 1) * GRAINS.length);
  const dropFrom = Math.floor(hash(seed, 2, 2) * GRAINS.length);
  for (let at = 0; at < levels.length; at++) {
    const grain = noise * (GRAINS[(grainFrom + at) % GRAINS.length] ?? 0);
    const drop = rain && (GRAINS[(dropFrom + at) % GRAINS.length] ?? 0) > 2.3 ? 40 : 0;
    levels[at] = Math.min(255, Math.max(0, Math.round((clear[at] ?? 0) + grain + drop)));
  }
  return { widthPixels: WIDTH, heightPixels: HEIGHT, levels };
}

/** The last value that was made for a key: a scene that stays is drawn once. */
function keepLast<Value>() {
  let last: { key: string; value: Value } | undefined;
  return (key: unknown, make: () => Value): Value => {
    const text = JSON.stringify(key);
    if (last?.key !== text) last = { key: text, value: make() };
    return last.value;
  };
}
const clearScene = keepLast<Float32Array>();
const emptyYard = keepLast<Float32Array>();

function drawClear(scene: SceneOptions): Float32Array {
  const options = { ...scene, seed: 0, noise: 0, rain: false };
  return clearScene(options, () => {
    const { hour, place = 0, shiftX = 0, shiftY = 0, blur = 0, load } = options;
    const sun = sunAt(hour);
    const yard = emptyYard([place, shiftX, shiftY], () => drawYard(place, shiftX, shiftY));
    const levels = new Float32Array(WIDTH * HEIGHT);
    for (let y = 0, at = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++, at++) {
        const isLoad = load && x >= load[0] * WIDTH && x < load[1] * WIDTH && y >= 20 && y < 130;
        levels[at] = (isLoad ? reflectLoad(x, y) : (yard[at] ?? 0)) * light(x, y, hour, sun);
      }
    }
    return blur > 0 ? blurTwice(levels, blur) : levels;
  });
}

const sunAt = (hour: number) => Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI));

/** Returns the share of light that a place reflects, 0 to 1: crates of different colours. */
const reflectLoad = (x: number, y: number) =>
  0.5 + 0.2 * hash(Math.floor(x / 12), Math.floor(y / 30), 77) + 0.05 * (Math.floor(x / 4) % 2);

function drawYard(place: number, shiftX: number, shiftY: number): Float32Array {
  const boxes = placeBoxes(place);
  return Float32Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const [x, y] = [(at % WIDTH) + shiftX, Math.floor(at / WIDTH) + shiftY];
    const texture = 0.12 * (hash(Math.floor(x / 2), Math.floor(y / 2), place) - 0.5);
    return Math.min(1, Math.max(0.05, structure(x, y, boxes, place) + texture));
  });
}

type Box = { left: number; top: number; right: number; bottom: number; level: number };

/** Walls, doors and markings of a place: the same ones each time. */
function placeBoxes(place: number): Box[] {
  return Array.from({ length: 40 }, (_, index) => {
    const left = hash(index, 3, place) * 420 - 80;
    const top = hash(index, 4, place) * 180 - 20;
    const right = left + 6 + 40 * hash(index, 5, place);
    const bottom = top + 4 + 30 * hash(index, 6, place);
    return { left, top, right, bottom, level: 0.15 + 0.75 * hash(index, 7, place) };
  });
}

function structure(x: number, y: number, boxes: readonly Box[], place: number): number {
  let found = y < 50 + 10 * hash(1, 2, place) ? 0.7 : 0.4;
  for (const { left, top, right, bottom, level } of boxes) {
    if (x >= left && x < right && y >= top && y < bottom) found = level;
  }
  return found;
}

/** Levels of light at a place: the sun with a shadow that wanders over the yard, and at night a lamp. */
function light(x: number, y: number, hour: number, sun: number): number {
  const isShaded = y > 50 && x < 40 + 14 * (hour - 6) && x > 14 * (hour - 6) - 40;
  const day = sun * (isShaded ? 110 : 210) + 25 * Math.min(1, sun * 8);
  const lamp = sun < 0.15 ? 130 * Math.exp(-((x - 110) ** 2 + (y - 60) ** 2) / 6_000) : 0;
  return 4 + day + lamp;
}

function blurTwice(levels: Float32Array, radius: number): Float32Array {
  let from = levels;
  for (const [stepX, stepY] of [
    [1, 0],
    [0, 1],
    [1, 0],
    [0, 1],
  ] as const) {
    const to = new Float32Array(from.length);
    for (let y = 0, at = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++, at++) {
        let sum = 0;
        for (let step = -radius; step <= radius; step++) {
          const column = Math.min(WIDTH - 1, Math.max(0, x + step * stepX));
          const row = Math.min(HEIGHT - 1, Math.max(0, y + step * stepY));
          sum += from[row * WIDTH + column] ?? 0;
        }
        to[at] = sum / (2 * radius + 1);
      }
    }
    from = to;
  }
  return from;
}

/** Always the same number in [0, 1) for the same three whole ones. */
function hash(x: number, y: number, z: number): number {
  let mixed = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263) + Math.imul(z, 1_442_695_041);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** Nearly normal noise of deviation 1, always the same; a picture takes it from some place on. */
const GRAINS = Float32Array.from({ length: 99_991 }, (_, at) => {
  return 2 * (hash(at, 11, 1) + hash(at, 12, 1) + hash(at, 13, 1) - 1.5);
});
