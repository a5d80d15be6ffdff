import type { Detection } from "@container-inspection/shared-schemas/scans";
import { type GivenVerdict, reviewDetections, type Size } from "../pictures/review-rules.ts";

/** One object of a picture with its class, as a reviewer sees it; the outline in shares of width and height. */
export type Label = { className: string; points: [x: number, y: number][] };

/**
 * Labels of a picture, for training:
 * - `labels`: all objects on it, none if all detections were rejected
 * - `unreviewed`: detections without a verdict, which may be wrong or right
 * - `unplaced`: an object without a class or an outline, which cannot be drawn
 */
export type PictureLabels = { kind: "labels"; labels: Label[] } | { kind: "unreviewed" } | { kind: "unplaced" };

/** The labels of a picture that reviewers have looked at. */
export function labelPicture(
  detections: readonly Detection[],
  verdicts: readonly GivenVerdict[],
  size: Size,
): PictureLabels {
  // A detection that no reviewer judged would teach a model its own mistake, or that the picture is empty.
  const reviewed = new Set(verdicts.map(({ index }) => index));
  if (detections.some((_, index) => !reviewed.has(index))) return { kind: "unreviewed" };
  const labels = reviewDetections(detections, verdicts).map((found) => labelOf(found, size));
  const placed = labels.filter((label) => label !== null);
  return placed.length < labels.length ? { kind: "unplaced" } : { kind: "labels", labels: placed };
}

/** Null for what has no class or no outline of at least three points. */
export function labelOf({ className, polygon }: Detection, { width, height }: Size): Label | null {
  if (className === null || polygon === null) return null;
  const count = Math.min(polygon.x.length, polygon.y.length);
  if (count < 3 || width <= 0 || height <= 0) return null;
  const share = (value: number | undefined, of: number) => Math.min(1, Math.max(0, (value ?? 0) / of));
  const points = Array.from({ length: count }, (_, at): [number, number] => [
    share(polygon.x[at], width),
    share(polygon.y[at], height),
  ]);
  return { className, points };
}

/** One line of a label file in YOLO's layout. */
export const formatLabel = (classIndex: number, { points }: Label): string =>
  [classIndex, ...points.flat().map((value) => value.toFixed(5))].join(" ");
