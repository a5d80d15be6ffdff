import { overlap, type Region } from "./region.ts";

/** A detection, or an object of the truth. */
export type Thing = { className: string; region: Region };
export type FoundThing = Thing & { confidence: number };
/** One picture: the findings of a model, and the true things. */
export type Scored = { found: readonly FoundThing[]; truth: readonly Thing[] };

/** COCO's limits: the overlap from which a finding counts, and how many findings of a picture do. */
const [MIN_OVERLAP, MOST_FINDINGS] = [0.5, 100];
const RECALL_STEPS = 101;

/**
 * The average precision of a class at an overlap of 0.5, as pycocotools computes it: findings of all pictures by
 * confidence, each thing found once, the precision made monotonous and read at 101 recalls. Null where there is nothing
 * of the class to find.
 */
export function averagePrecision(pictures: readonly Scored[], className: string): number | null {
  const things = pictures.reduce((sum, { truth }) => sum + truth.filter((one) => one.className === className).length, 0);
  if (things === 0) return null;
  const found = pictures.flatMap((picture) => matchFindings(picture, className));
  const sorted = found.toSorted((a, b) => b.finding.confidence - a.finding.confidence);
  const points: { recall: number; precision: number }[] = [];
  let right = 0;
  for (const [index, { thing }] of sorted.entries()) {
    if (thing) right += 1;
    points.push({ recall: right / things, precision: right / (index + 1) });
  }
  // From the back: the best precision that this recall or a higher one has.
  let [sum, best] = [0, 0];
  for (let step = RECALL_STEPS - 1; step >= 0; step -= 1) {
    // numpy's steps, which pycocotools reads at: 7 of 10 found is below its 0.7000000000000001.
    const recall = step === RECALL_STEPS - 1 ? 1 : step * (1 / (RECALL_STEPS - 1));
    while ((points.at(-1)?.recall ?? -1) >= recall) best = Math.max(best, points.pop()?.precision ?? 0);
    sum += best;
  }
  return sum / RECALL_STEPS;
}

/** The mean over the classes that there is something of; null where there is nothing at all. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/**
 * The findings of a class in one picture, the most certain first, each with the thing it lies on: that of its class that
 * it overlaps most, unless another finding has it. With null for the class, findings and things of all classes.
 */
export function matchFindings({ found, truth }: Scored, className: string | null): { finding: FoundThing; thing: Thing | null }[] {
  const isAsked = (one: Thing) => className === null || one.className === className;
  const free = new Set(truth.filter(isAsked));
  const sorted = found.filter(isAsked).toSorted((a, b) => b.confidence - a.confidence).slice(0, MOST_FINDINGS);
  return sorted.map((finding) => {
    let [best, bestOverlap]: [Thing | null, number] = [null, MIN_OVERLAP];
    for (const thing of free) {
      const shared = overlap(finding.region, thing.region);
      if (shared >= bestOverlap) [best, bestOverlap] = [thing, shared];
    }
    if (best) free.delete(best);
    return { finding, thing: best };
  });
}
