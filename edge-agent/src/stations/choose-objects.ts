import type { Detection, Detections } from "../inference/detections.ts";

/** A corner as shares of the picture's width and height, 0..1 from the top left. */
type Corner = readonly [x: number, y: number];
/** A polygon of at least three corners. */
export type Zone = readonly Corner[];

/** Criteria for a model's objects that belong to a station. */
export type ObjectFilter = {
  /** An object must be in one of them; none means everywhere. */
  include: readonly Zone[];
  /** An object must be in none of them. */
  exclude: readonly Zone[];
  /** Undefined means all. */
  classes: readonly string[] | undefined;
  /** Share of the picture that the object's box covers. */
  minimumSizePercent: number;
  maximumSizePercent: number;
};

/**
 * Returns the detections without the objects that do not belong to the station. The position of an object is the
 * middle of its box's lower edge: there it touches the ground, whatever its height.
 */
export function chooseObjects(detections: Detections, filter: ObjectFilter): Detections {
  const items = detections.items.filter((item) => belongs(item, detections, filter));
  return { ...detections, items };
}

function belongs({ className, box }: Detection, picture: Detections, filter: ObjectFilter): boolean {
  if (filter.classes && !filter.classes.includes(className)) return false;
  const { widthPixels, heightPixels } = picture;
  const sizePercent = (100 * (box.x2 - box.x1) * (box.y2 - box.y1)) / (widthPixels * heightPixels);
  if (sizePercent < filter.minimumSizePercent || sizePercent > filter.maximumSizePercent) return false;
  const foot: Corner = [(box.x1 + box.x2) / 2 / widthPixels, withinPicture(box.y2 / heightPixels)];
  const isIncluded = filter.include.length === 0 || filter.include.some((zone) => isInside(foot, zone));
  return isIncluded && !filter.exclude.some((zone) => isInside(foot, zone));
}

/** A box may end at the picture's lower edge, which belongs to no zone by itself. */
const withinPicture = (y: number) => Math.min(y, 1 - 1e-6);

/** Returns true if a point is inside a zone, by the number of edges that a ray to the right crosses. */
function isInside([x, y]: Corner, zone: Zone): boolean {
  let isIn = false;
  for (const [at, [x1, y1]] of zone.entries()) {
    const [x2, y2] = zone[(at + 1) % zone.length] ?? [x1, y1];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isIn = !isIn;
  }
  return isIn;
}
