import { MAX_COMPARED_CLASSES, type ShadowComparison } from "@container-inspection/shared-schemas/releases";
import { z } from "zod";
import { clipText } from "../../base/clip-text.ts";
import { type ClassTally, compareFindings } from "./compare-findings.ts";
import type { Detections } from "../../inference/detections.ts";

const count = z.int().min(0);

/** Counts of a shadow, as kept on the disk. */
export const savedCounts = z.object({
  sinceMs: z.number(),
  /** The version of the model in use, as its file states it. */
  activeVersion: z.string(),
  /** Settings of both models: counts of other settings cannot be added to these. */
  settings: z.string(),
  compared: count,
  equal: count,
  skipped: count,
  failed: count,
  /** Total processing time over all compared pictures. */
  activeMs: z.number().min(0),
  shadowMs: z.number().min(0),
  classes: z.array(
    z.tuple([z.string(), z.object({ both: count, onlyActive: count, onlyShadow: count, confidenceSum: z.number() })]),
  ),
});
export type SavedCounts = z.infer<typeof savedCounts>;

/** More than a model has: the counts stay small whatever its metadata name. */
const MAX_CLASSES = 1_000;

/** Counts how the findings of two models differ; continues `saved` as long as the same model is in use. */
export function createShadowCounts(saved: SavedCounts | null, parts: { settings: string; nowMs: () => number }) {
  const { settings, nowMs } = parts;
  let counts = saved?.settings === settings ? saved : null;
  let tallies = new Map<string, ClassTally>(counts?.classes);

  const of = (activeVersion: string): SavedCounts => {
    if (counts?.activeVersion === activeVersion) return counts;
    tallies = new Map();
    const none = { compared: 0, equal: 0, skipped: 0, failed: 0, activeMs: 0, shadowMs: 0, classes: [] };
    counts = { sinceMs: nowMs(), activeVersion, settings, ...none };
    return counts;
  };

  return {
    /** A picture was left out, because the models in use had work. */
    skip: (activeVersion: string) => void (of(activeVersion).skipped += 1),
    /** The shadow failed on a picture; returns how often it did so. */
    fail: (activeVersion: string): number => (of(activeVersion).failed += 1),
    add(active: Detections, shadow: Detections): void {
      const found = of(active.model.version);
      found.compared += 1;
      found.activeMs += active.inferenceMs;
      found.shadowMs += shadow.inferenceMs;
      const compared = compareFindings(active.items, shadow.items);
      if ([...compared.values()].every(({ onlyActive, onlyShadow }) => onlyActive + onlyShadow === 0)) found.equal += 1;
      for (const [name, tally] of compared) {
        const before = tallies.get(name);
        if (before || tallies.size < MAX_CLASSES) tallies.set(name, addTallies(before, tally));
      }
    },
    saved: (): SavedCounts | null => counts && { ...counts, classes: [...tallies] },
    /** Null before the first picture. */
    report: (): ShadowComparison | null => counts && describeCounts(counts, tallies, nowMs()),
  };
}
export type ShadowCounts = ReturnType<typeof createShadowCounts>;

function addTallies(one: ClassTally | undefined, other: ClassTally): ClassTally {
  if (!one) return other;
  return {
    both: one.both + other.both,
    onlyActive: one.onlyActive + other.onlyActive,
    onlyShadow: one.onlyShadow + other.onlyShadow,
    confidenceSum: one.confidenceSum + other.confidenceSum,
  };
}

function describeCounts(
  { sinceMs, activeVersion, compared, equal, skipped, failed, activeMs, shadowMs }: SavedCounts,
  tallies: ReadonlyMap<string, ClassTally>,
  nowMs: number,
): ShadowComparison {
  const mean = (sum: number) => (compared === 0 ? null : round(sum / compared, 1));
  const total = [...tallies.values()].reduce(addTallies, { both: 0, onlyActive: 0, onlyShadow: 0, confidenceSum: 0 });
  const { confidenceSum: _, ...findings } = total;
  const findingsOf = ({ both, onlyActive, onlyShadow }: ClassTally) => both + onlyActive + onlyShadow;
  const most = [...tallies].toSorted(([, a], [, b]) => findingsOf(b) - findingsOf(a)).slice(0, MAX_COMPARED_CLASSES);
  return {
    since: new Date(sinceMs).toISOString(),
    until: new Date(nowMs).toISOString(),
    activeVersion: clipText(activeVersion, 200) ?? "unknown",
    picturesCompared: compared,
    picturesEqual: equal,
    picturesSkipped: skipped,
    picturesFailed: failed,
    activeMs: mean(activeMs),
    shadowMs: mean(shadowMs),
    ...findings,
    classes: most.map(([className, { confidenceSum, ...counted }]) => ({
      className: clipText(className, 100) ?? "unnamed",
      ...counted,
      confidenceDifference: counted.both === 0 ? null : round(confidenceSum / counted.both, 4),
    })),
  };
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));
