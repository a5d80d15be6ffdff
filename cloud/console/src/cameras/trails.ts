import type { LivePicture } from "@container-inspection/shared-schemas/live-pictures";

/** The path of an object through the last pictures; points are shares of the picture's width and height, 0 to 1. */
export type Trail = {
  trackingId: number;
  className: string;
  points: { x: number; y: number; atMs: number }[];
};

/** Length of a trail in ms, and time in ms for which it stays after the object was last in view. */
const TRAIL_MS = 20_000;
const GONE_MS = 4_000;

/** Adds the object positions of a picture taken at `atMs`, and drops positions that are too old. */
export function extendTrails(
  trails: readonly Trail[],
  { width, height, boxes }: Pick<NonNullable<LivePicture["picture"]>, "width" | "height" | "boxes">,
  atMs: number,
): Trail[] {
  const known = new Map(trails.map((trail) => [trail.trackingId, trail]));
  for (const { trackingId, className, x1, y1, x2, y2 } of boxes) {
    if (trackingId === null) continue;
    const point = { x: (x1 + x2) / 2 / width, y: (y1 + y2) / 2 / height, atMs };
    const points = (known.get(trackingId)?.points ?? []).filter((earlier) => earlier.atMs > atMs - TRAIL_MS);
    known.set(trackingId, { trackingId, className, points: [...points, point] });
  }
  return [...known.values()].filter(({ points }) => (points.at(-1)?.atMs ?? 0) > atMs - GONE_MS);
}
