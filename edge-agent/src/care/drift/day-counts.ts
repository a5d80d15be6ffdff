/** One picture that a model processed, as far as it counts here. */
export type Look = {
  /** Mean absolute Laplacian of the picture, in grey levels. */
  sharpness: number;
  /** Mean level of the picture, 0 to 255. */
  exposure: number;
  /** True if something moved or was in view, so that an empty result means something. */
  isMoving: boolean;
  /** Findings of the model with enough confidence for a scan. */
  findings: readonly { className: string; confidence: number }[];
  /** The picture is unlike those that the model was trained on; null where that is not known. */
  isUnlike: boolean | null;
};

/** Sums over the looks of one hour; they add up over days, and one day can be taken out again. */
export type HourCounts = {
  looks: number;
  /** Sum of the natural logarithms of the sharpness, which is compared as a ratio. */
  sharpnessLogSum: number;
  exposureSum: number;
  moving: number;
  /** Number of moving looks without a finding. */
  empty: number;
  confidenceSum: number;
  /** Number of looks whose likeness to the pictures of training is known, and of those that are unlike them. */
  judged: number;
  unlike: number;
  /** Findings by class. */
  classes: Record<string, number>;
};

/** One day of one camera by its hours, 0 to 23, by the clock of the place; `day` is `2026-11-22`. */
export type DayCounts = { day: string; hours: ReadonlyMap<number, HourCounts> };

/** More classes than any model of cargo has: what goes beyond is not counted. */
const MAX_CLASSES = 200;
/** A picture without any detail, such as a black one. */
const LEAST_SHARPNESS = 0.01;

export function emptyCounts(): HourCounts {
  const none = { looks: 0, sharpnessLogSum: 0, exposureSum: 0, moving: 0, empty: 0, confidenceSum: 0 };
  return { ...none, judged: 0, unlike: 0, classes: {} };
}

/** Counts one look, in place. */
export function countLook(counts: HourCounts, { sharpness, exposure, isMoving, findings, isUnlike }: Look): void {
  counts.looks += 1;
  counts.sharpnessLogSum += Math.log(Math.max(sharpness, LEAST_SHARPNESS));
  counts.exposureSum += exposure;
  if (isMoving) counts.moving += 1;
  if (isUnlike !== null) counts.judged += 1;
  if (isUnlike) counts.unlike += 1;
  if (isMoving && findings.length === 0) counts.empty += 1;
  for (const { className, confidence } of findings) {
    const known = counts.classes[className];
    if (known === undefined && Object.keys(counts.classes).length >= MAX_CLASSES) continue;
    counts.classes[className] = (known ?? 0) + 1;
    counts.confidenceSum += confidence;
  }
}

/** Adds the counts of another hour in place; `sign` −1 takes them out again. */
export function addCounts(total: HourCounts, more: HourCounts, sign: 1 | -1 = 1): void {
  total.looks += sign * more.looks;
  total.sharpnessLogSum += sign * more.sharpnessLogSum;
  total.exposureSum += sign * more.exposureSum;
  total.moving += sign * more.moving;
  total.empty += sign * more.empty;
  total.confidenceSum += sign * more.confidenceSum;
  total.judged += sign * more.judged;
  total.unlike += sign * more.unlike;
  for (const [name, count] of Object.entries(more.classes)) {
    total.classes[name] = (total.classes[name] ?? 0) + sign * count;
  }
}

export const findingsOf = ({ classes }: HourCounts): number =>
  Object.values(classes).reduce((sum, count) => sum + count, 0);

export function looksOf({ hours }: DayCounts): number {
  return [...hours.values()].reduce((sum, { looks }) => sum + looks, 0);
}
