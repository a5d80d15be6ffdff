import type { Detection, DetectionVerdict } from "@container-inspection/shared-schemas";

type GivenVerdict = Pick<DetectionVerdict, "index" | "verdict" | "className">;

/** A detection with its index in its scan. */
type ReviewedDetection = Detection & { index: number; isReviewed?: boolean };

/**
 * What a scan found as its reviewers see it: rejected detections are left out, corrected ones have their other class,
 * and both these and confirmed ones are certain (confidence 1), since a person saw them. The rest stays as the model
 * found it.
 */
export function reviewDetections(
  detections: readonly Detection[],
  verdicts: readonly GivenVerdict[],
): ReviewedDetection[] {
  const byIndex = new Map(verdicts.map((verdict) => [verdict.index, verdict]));
  return detections.flatMap((found, index) => {
    const given = byIndex.get(index);
    if (!given) return [{ ...found, index }];
    if (given.verdict === "rejected") return [];
    return [{ ...found, index, className: given.className ?? found.className, confidence: 1, isReviewed: true }];
  });
}

/** The place that the text of a path names among `count` detections; undefined for any other text. */
export function readDetectionIndex(sent: string, count: number): number | undefined {
  const index = /^(0|[1-9]\d{0,5})$/.test(sent) ? Number(sent) : count;
  return index < count ? index : undefined;
}

/** A verdict as the audit log keeps it; null where there is none. */
export function snapshotVerdict(verdict: DetectionVerdict | undefined): Record<string, unknown> | null {
  if (!verdict) return null;
  const { verdict: kind, className, note, reviewer } = verdict;
  return { verdict: kind, className, note, reviewer: reviewer.email };
}
