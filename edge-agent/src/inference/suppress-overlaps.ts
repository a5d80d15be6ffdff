import { type Box, intersectionOverUnion } from "../base/pictures/box.ts";

/**
 * Class-wise non-maximum suppression: from the highest confidence down, a candidate goes when it overlaps a kept one of
 * its class by more than `iou`. Equal confidences keep their order. Returns at most `limit`, highest confidence first.
 */
export function suppressOverlaps<T extends { classIndex: number; confidence: number; box: Box }>(
  candidates: readonly T[],
  iou: number,
  limit: number,
): T[] {
  const kept: T[] = [];
  for (const candidate of candidates.toSorted((a, b) => b.confidence - a.confidence)) {
    if (kept.length >= limit) break;
    const covered = kept.some(
      (other) => other.classIndex === candidate.classIndex && intersectionOverUnion(other.box, candidate.box) > iou,
    );
    if (!covered) kept.push(candidate);
  }
  return kept;
}
