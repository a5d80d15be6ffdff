import { fromUnitSquare, type Point, type Vector3 } from "../base/pictures/perspective.ts";

type Corner = readonly [x: number, y: number];

/** Position of a container's floor in a station's pictures, and dimensions of the container. */
export type FloorGeometry = {
  /** Near left, near right, far right, far left, as shares of the picture's width and height; outside of it, too. */
  floor: readonly [Corner, Corner, Corner, Corner];
  widthMetres: number;
  lengthMetres: number;
  heightMetres: number;
};

/** A point in a container, in metres: from the left wall, above the floor, from the near edge. */
export type Place = { x: number; y: number; z: number };

export type FloorCamera = {
  /** Returns the pixel at which a point is seen. */
  project: (place: Place) => Point;
  /** The point of the floor that is seen at a pixel; it can lie outside of the container. */
  toFloor: (pixel: Point) => Place;
  /** Returns the number of pixels per metre at a point. */
  pixelsPerMetre: (place: Place) => number;
};

/**
 * The camera that sees a floor as `geometry` describes, or null where no camera does: its corners are not those of a
 * rectangle of that size, or it looks down vertically. The lens has no distortion, its pixels are square, and it looks
 * through the picture's middle. Source: the norm constraint of Z. Zhang, "A Flexible New Technique for Camera
 * Calibration" (2000), section 3.1.
 */
export function createFloorCamera(
  { floor, widthMetres, lengthMetres }: FloorGeometry,
  { widthPixels, heightPixels }: { widthPixels: number; heightPixels: number },
): FloorCamera | null {
  const middle = { x: widthPixels / 2, y: heightPixels / 2 };
  const fromMiddle = ([x, y]: Corner): Point => ({ x: x * widthPixels - middle.x, y: y * heightPixels - middle.y });
  const [a, b, c, d] = floor;
  const { across, along, origin } = fromUnitSquare([fromMiddle(a), fromMiddle(b), fromMiddle(c), fromMiddle(d)]);
  const ofX = times(across, 1 / widthMetres);
  const ofZ = times(along, 1 / lengthMetres);
  const focal = Math.sqrt((ofX[0] ** 2 + ofX[1] ** 2 - ofZ[0] ** 2 - ofZ[1] ** 2) / (ofZ[2] ** 2 - ofX[2] ** 2));
  if (!Number.isFinite(focal) || focal === 0) return null;
  const inCamera = ([x, y, z]: Vector3): Vector3 => [x / focal, y / focal, z];
  const scale = 1 / length(inCamera(ofX));
  const right = times(inCamera(ofX), scale);
  const forward = times(inCamera(ofZ), scale);
  const up = cross(right, forward);
  const base = times(inCamera(origin), scale);
  const seen = ({ x, y, z }: Place) => sum(sum(times(right, x), times(up, y)), sum(times(forward, z), base));
  return {
    project(place) {
      const [x, y, depth] = seen(place);
      return { x: middle.x + (focal * x) / depth, y: middle.y + (focal * y) / depth };
    },
    toFloor(pixel) {
      const ray: Vector3 = [(pixel.x - middle.x) / focal, (pixel.y - middle.y) / focal, 1];
      // x · right + z · forward + base is a multiple of the ray.
      const normal = cross(right, forward);
      const distance = dot(normal, base) / dot(normal, ray);
      const offset = sum(times(ray, distance), times(base, -1));
      return { x: dot(offset, right), y: 0, z: dot(offset, forward) };
    },
    pixelsPerMetre: (place) => focal / seen(place)[2],
  };
}

const times = ([x, y, z]: Vector3, factor: number): Vector3 => [x * factor, y * factor, z * factor];
const sum = (a: Vector3, b: Vector3): Vector3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const dot = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const length = (a: Vector3): number => Math.hypot(...a);
const cross = (a: Vector3, b: Vector3): Vector3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
