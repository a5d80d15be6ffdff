import type { DetectionVerdict, Polygon, Scan } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";

/** One object of a picture as its reviewer left it: one that the model found, or one that a reviewer added. */
export type ScanObject = {
  index: number;
  className: string;
  polygon: Polygon | null;
  confidence: number | null;
  verdict: DetectionVerdict | undefined;
  isAdded: boolean;
};

/** The objects of a scan by index: those that the model found, then those that reviewers added. */
export function objectsOf({ detections, verdicts }: Scan): ScanObject[] {
  const found = detections.map(({ className, polygon, confidence }, index) => {
    const verdict = verdicts.find((given) => given.index === index);
    return {
      index,
      className: verdict?.className ?? className ?? t`unnamed`,
      polygon: verdict?.polygon ?? polygon,
      confidence,
      verdict,
      isAdded: false,
    };
  });
  const added = verdicts.filter(({ verdict }) => verdict === "added");
  return [
    ...found,
    ...added.map((verdict) => {
      const { index, className, polygon } = verdict;
      return { index, className: className ?? t`unnamed`, polygon, confidence: null, verdict, isAdded: true };
    }),
  ];
}
