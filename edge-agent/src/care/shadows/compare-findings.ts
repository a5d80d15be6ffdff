import { intersectionOverUnion } from "../../base/pictures/box.ts";
import type { Detection } from "../../inference/detections.ts";

/** Two findings of one class whose boxes overlap by this much are the same object. */
const SAME_PLACE_IOU = 0.5;

/** The findings of two models in the same picture, of one class. */
export type ClassTally = {
  both: number;
  onlyActive: number;
  onlyShadow: number;
  /** Sum, over objects that both found, of the shadow's confidence minus that of the model in use. */
  confidenceSum: number;
};

/**
 * Counts objects that both models or only one found, by class. Each object counts once, in the place that fits best.
 */
export function compareFindings(
  active: readonly Detection[],
  shadow: readonly Detection[],
): ReadonlyMap<string, ClassTally> {
  const tallies = new Map<string, ClassTally>();
  const ofClass = (items: readonly Detection[], name: string) => items.filter(({ className }) => className === name);
  for (const name of new Set([...active, ...shadow].map(({ className }) => className))) {
    const [mine, theirs] = [ofClass(active, name), ofClass(shadow, name)];
    const pairs = pairUp(mine, theirs);
    tallies.set(name, {
      both: pairs.length,
      onlyActive: mine.length - pairs.length,
      onlyShadow: theirs.length - pairs.length,
      confidenceSum: pairs.reduce((sum, [one, other]) => sum + other.confidence - one.confidence, 0),
    });
  }
  return tallies;
}

/** The pairs that overlap enough, those that overlap most first. */
function pairUp(active: readonly Detection[], shadow: readonly Detection[]): [Detection, Detection][] {
  const candidates = active.flatMap((one) =>
    shadow.map((other) => ({ one, other, iou: intersectionOverUnion(one.box, other.box) })),
  );
  const taken = new Set<Detection>();
  const pairs: [Detection, Detection][] = [];
  for (const { one, other, iou } of candidates.toSorted((a, b) => b.iou - a.iou)) {
    if (iou < SAME_PLACE_IOU) break;
    if (taken.has(one) || taken.has(other)) continue;
    taken.add(one).add(other);
    pairs.push([one, other]);
  }
  return pairs;
}
