import type { Box } from "../base/pictures/box.ts";
import type { Detections } from "../inference/detections.ts";
import { createFloorCamera, type FloorCamera, type FloorGeometry } from "./floor-camera.ts";

/** Each round brings a box about ten times nearer to the one that is seen. */
const ROUNDS = 12;
const LEAST_METRES = 0.05;

/** Returns the detections with the volume of each on the floor. A floor that no camera can see is a failure. */
export function withVolumes(
  detections: Detections,
  geometry: FloorGeometry,
  noteFailure: (what: string, error: unknown) => void,
): Detections {
  const camera = createFloorCamera(geometry, detections);
  if (!camera) {
    const { widthMetres, lengthMetres } = geometry;
    const why = `no camera sees a floor of ${widthMetres} m by ${lengthMetres} m with these corners: check geometry`;
    noteFailure("volumes cannot be estimated", new Error(why));
    return detections;
  }
  const items = detections.items.map((item) => {
    const volumeCubicMetres = estimateVolume(item.box, geometry, camera);
    return volumeCubicMetres === null ? item : { ...item, volumeCubicMetres };
  });
  return { ...detections, items };
}

/**
 * Estimates the volume of a thing on a container's floor, in cubic metres, from the box around its visible part; null
 * if it is not on the floor that the camera sees. The volume is that of an upright box as deep as it is wide with the
 * same limits in the picture: one picture does not show the depth. A thing on top of others counts as one on the floor
 * further back, so its volume is overestimated, and so is that of a thing hidden from below.
 */
export function estimateVolume(
  box: Box,
  { widthMetres, lengthMetres, heightMetres }: Omit<FloorGeometry, "floor">,
  camera: FloorCamera,
): number | null {
  const foot = camera.toFloor({ x: (box.x1 + box.x2) / 2, y: box.y2 });
  if (!(foot.z > -0.1 * lengthMetres && foot.z < lengthMetres && foot.x > 0 && foot.x < widthMetres)) return null;
  const scale = camera.pixelsPerMetre(foot);
  let left = foot.x - (box.x2 - box.x1) / 2 / scale;
  let right = foot.x + (box.x2 - box.x1) / 2 / scale;
  let height = (box.y2 - box.y1) / scale;
  const depth = () => Math.min(right - left, lengthMetres - foot.z);
  for (let round = 0; round < ROUNDS; round += 1) {
    const seen = outlineOf(camera, { left, right, height, near: foot.z, far: foot.z + depth() });
    left += (box.x1 - seen.x1) / scale;
    right = Math.max(left + LEAST_METRES, right + (box.x2 - seen.x2) / scale);
    height = Math.max(LEAST_METRES, height + (seen.y1 - box.y1) / scale);
  }
  const volume = Math.min(right - left, widthMetres) * Math.min(height, heightMetres) * depth();
  return Number.isFinite(volume) ? volume : null;
}

type Upright = { left: number; right: number; height: number; near: number; far: number };

/** Returns the box around the visible part of an upright box. */
function outlineOf(camera: FloorCamera, { left, right, height, near, far }: Upright): Box {
  const corners = [left, right].flatMap((x) =>
    [0, height].flatMap((y) => [near, far].map((z) => camera.project({ x, y, z }))),
  );
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return { x1: Math.min(...xs), y1: Math.min(...ys), x2: Math.max(...xs), y2: Math.max(...ys) };
}
