import {
  areaOf,
  type Detection,
  type DetectionVerdict,
  type Polygon,
} from "@container-inspection/shared-schemas/scans";
import type { ScanRow } from "../scans/scan-store.ts";

export type GivenVerdict = Pick<DetectionVerdict, "index" | "verdict" | "className"> &
  Partial<Pick<DetectionVerdict, "polygon" | "areaPercentage">>;

export type Size = { width: number; height: number };

/** A detection with its index in its scan. */
type ReviewedDetection = Detection & { index: number; isReviewed?: boolean };

/**
 * Returns the detections of a scan as its reviewers see them: rejected ones are left out, corrected ones have their
 * other class or outline, and these, confirmed and added ones are certain (confidence 1), since a person saw them.
 * All others remain as the model found them.
 */
export function reviewDetections(
  detections: readonly Detection[],
  verdicts: readonly GivenVerdict[],
): ReviewedDetection[] {
  const byIndex = new Map(verdicts.map((verdict) => [verdict.index, verdict]));
  const added = verdicts.filter(({ verdict }) => verdict === "added");
  return [
    ...detections.flatMap((found, index) => {
      const given = byIndex.get(index);
      if (!given) return [{ ...found, index }];
      return given.verdict === "rejected" ? [] : [reviewed(found, given)];
    }),
    ...added.map((given) => reviewed(UNSEEN, given)),
  ];
}

/** Detection of an object that the model missed. */
const UNSEEN: Detection = {
  className: null,
  confidence: null,
  polygon: null,
  areaPercentage: null,
  quantity: null,
  volume: null,
};

/** A detection with the changes of a reviewer. */
function reviewed(found: Detection, { index, className, polygon, areaPercentage }: GivenVerdict): ReviewedDetection {
  const place = polygon ? { polygon, areaPercentage: areaPercentage ?? null } : {};
  return { ...found, ...place, index, className: className ?? found.className, confidence: 1, isReviewed: true };
}

/** The share of a picture that an outline covers, in percent; null where the size of the picture is unknown. */
export function areaPercentageOf(drawn: Polygon, size: Size | null): number | null {
  return size && Math.min(100, (100 * areaOf(drawn)) / (size.width * size.height));
}

/** True where no point of an outline is outside a picture of this size. */
export function isInside({ x, y }: Polygon, { width, height }: Size): boolean {
  return Math.max(...x) <= width && Math.max(...y) <= height;
}

/** The size of the picture of a scan; null where the scan has none. */
export function sizeOf({ imageWidth, imageHeight }: Pick<ScanRow, "imageWidth" | "imageHeight">): Size | null {
  return imageWidth === null || imageHeight === null ? null : { width: imageWidth, height: imageHeight };
}

/** The place that the text of a path names among `count` detections; undefined for any other text. */
export function readDetectionIndex(sent: string, count: number): number | undefined {
  const index = /^(0|[1-9]\d{0,5})$/.test(sent) ? Number(sent) : count;
  return index < count ? index : undefined;
}

/** A verdict as the audit log keeps it; null where there is none. */
export function snapshotVerdict(verdict: DetectionVerdict | undefined): Record<string, unknown> | null {
  if (!verdict) return null;
  const { verdict: kind, className, polygon, note, reviewer } = verdict;
  return { verdict: kind, className, ...(polygon && { polygon }), note, reviewer: reviewer.email };
}
