import { expect, test } from "vitest";
import type { Box } from "../base/pictures/box.ts";
import { estimateVolume, withVolumes } from "./estimate-volume.ts";
import { createFloorCamera, type FloorGeometry, type Place } from "./floor-camera.ts";

const picture = { widthPixels: 1_280, heightPixels: 720 };
const FOCAL_PIXELS = 900;
/** Camera above the middle of the door, 2 m high and 1.5 m before it, looking down by 10 degrees. */
const CAMERA: Place = { x: 1.2, y: 2, z: -1.5 };
const PITCH = (10 * Math.PI) / 180;
const inside = { widthMetres: 2.4, lengthMetres: 6, heightMetres: 2.4 };
const geometry: FloorGeometry = {
  ...inside,
  floor: [
    share({ x: 0, y: 0, z: 0 }),
    share({ x: 2.4, y: 0, z: 0 }),
    share({ x: 2.4, y: 0, z: 6 }),
    share({ x: 0, y: 0, z: 6 }),
  ],
};

/** Returns the point at which the camera sees a place: a pinhole, written independently of the code under test. */
function see({ x, y, z }: Place): { x: number; y: number } {
  const [right, up, forward] = [x - CAMERA.x, y - CAMERA.y, z - CAMERA.z];
  const depth = forward * Math.cos(PITCH) - up * Math.sin(PITCH);
  const height = forward * Math.sin(PITCH) + up * Math.cos(PITCH);
  return { x: 640 + (FOCAL_PIXELS * right) / depth, y: 360 - (FOCAL_PIXELS * height) / depth };
}

function share(place: Place): [number, number] {
  const { x, y } = see(place);
  return [x / picture.widthPixels, y / picture.heightPixels];
}

/** Returns the box around the visible part of a crate. */
function boxOf(at: { left: number; near: number }, [width, height, depth]: [number, number, number]): Box {
  const corners = [0, width].flatMap((x) =>
    [0, height].flatMap((y) => [0, depth].map((z) => see({ x: at.left + x, y, z: at.near + z }))),
  );
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { x1: Math.min(...xs), y1: Math.min(...ys), x2: Math.max(...xs), y2: Math.max(...ys) };
}

const cameraOf = (of: FloorGeometry) => {
  const camera = createFloorCamera(of, picture);
  if (!camera) throw new Error("no camera sees this floor");
  return camera;
};

test.each<[string, { left: number; near: number }, [number, number, number]]>([
  ["in the middle", { left: 0.7, near: 1 }, [1, 1, 1]],
  ["at the wall, far away", { left: 0, near: 4 }, [1, 0.5, 1]],
  ["at the other wall, high", { left: 1.2, near: 2 }, [1.2, 2.2, 1.2]],
])("a crate as deep as it is wide has its volume: %s", (_where, at, size) => {
  const volume = estimateVolume(boxOf(at, size), inside, cameraOf(geometry));
  expect(volume).toBeGreaterThan(0.97 * size[0] * size[1] * size[2]);
  expect(volume).toBeLessThan(1.03 * size[0] * size[1] * size[2]);
});

test("the camera sees places where they are, and knows the floor", () => {
  const camera = cameraOf(geometry);
  const place = { x: 0.4, y: 1.7, z: 3.1 };
  expect(camera.project(place).x).toBeCloseTo(see(place).x, 3);
  expect(camera.project(place).y).toBeCloseTo(see(place).y, 3);
  const onFloor = camera.toFloor(see({ ...place, y: 0 }));
  expect(onFloor.x).toBeCloseTo(0.4, 6);
  expect(onFloor.z).toBeCloseTo(3.1, 6);
});

test("nothing is larger than the container", () => {
  const volume = estimateVolume({ x1: -2_000, y1: -2_000, x2: 3_280, y2: 710 }, inside, cameraOf(geometry));
  expect(volume).toBeLessThanOrEqual(2.4 * 2.4 * 6);
});

test("a thing that is not on the floor has no volume", () => {
  const camera = cameraOf(geometry);
  expect(estimateVolume({ x1: 600, y1: 0, x2: 680, y2: 40 }, inside, camera)).toBeNull();
  expect(estimateVolume(boxOf({ left: 4, near: 2 }, [1, 1, 1]), inside, camera)).toBeNull();
});

test("a floor that no camera sees so is a failure, and the findings stay", () => {
  const rectangle: FloorGeometry = {
    ...inside,
    floor: [
      [0, 1],
      [1, 1],
      [1, 0],
      [0, 0],
    ],
  };
  const found = { model: { name: "m", version: "1" }, ...picture, inferenceMs: 1, items: [] };
  const failures: string[] = [];
  expect(withVolumes(found, rectangle, (what, error) => failures.push(`${what}: ${String(error)}`))).toBe(found);
  expect(failures).toEqual([
    "volumes cannot be estimated: Error: no camera sees a floor of 2.4 m by 6 m with these corners: check geometry",
  ]);
});
