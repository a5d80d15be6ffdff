import type { Likeness } from "../../src/inference/detections.ts";
import { type LikenessFigures, type Quantiles, strangenessOf, type Sureness } from "../../src/inference/likeness.ts";

/** Measures of a model in one picture; `findings` is their number. */
export type Seen = Likeness & { findings: number };

/**
 * The figures of a model in pictures like those that it was trained on; this share of them would be marked. Throws an
 * Error where the model makes nothing of any of them that could be measured.
 */
export function figuresOf(seen: readonly Sureness[], markedShare: number): LikenessFigures {
  const background = quantilesOf(seen.map((one) => one.background));
  const confidence = quantilesOf(seen.map((one) => one.confidence));
  const strangeness = sorted(seen.map((one) => strangenessOf(one, { background, confidence })));
  if (strangeness.length === 0) {
    throw new Error("the model finds nothing in these pictures, and its outputs hold findings alone");
  }
  return { pictures: seen.length, background, confidence, limit: quantileOf(strangeness, 1 - markedShare) };
}

/** Counts of a folder; the agent marks a picture where `isUnlike`. */
export function summarise(seen: readonly Seen[]) {
  const judged = seen.filter(({ isUnlike }) => isUnlike !== null);
  const alike = seen.filter(({ isUnlike }) => isUnlike !== true);
  const figures = {
    pictures: seen.length,
    judged: judged.length,
    unlikeShare: ratio(seen.length - alike.length, judged.length),
    findingsPerPicture: ratio(findingsOf(seen), seen.length),
    unmarkedFindingsPerPicture: ratio(findingsOf(alike), seen.length),
    emptyShare: ratio(seen.filter(({ findings }) => findings === 0).length, seen.length),
  };
  const { unlikeShare, findingsPerPicture, unmarkedFindingsPerPicture, emptyShare } = figures;
  const marked =
    judged.length === 0
      ? "the model has no figures of the pictures that it was trained on, so none is marked"
      : `${percent(unlikeShare)} of ${judged.length} judged pictures are marked as unlike those that the model was trained on`;
  const lines = [
    `${seen.length} pictures: ${marked}`,
    `${findingsPerPicture.toFixed(2)} findings a picture, ${unmarkedFindingsPerPicture.toFixed(2)} of them in pictures without the mark; none in ${percent(emptyShare)}`,
  ];
  return { figures, lines };
}

/** Null where no picture has the measure. */
function quantilesOf(values: readonly (number | null)[]): Quantiles | null {
  const known = sorted(values);
  if (known.length === 0) return null;
  return { "0.05": quantileOf(known, 0.05), "0.5": quantileOf(known, 0.5), "0.95": quantileOf(known, 0.95) };
}

const sorted = (values: readonly (number | null)[]): number[] =>
  values.filter((value) => value !== null).toSorted((one, other) => one - other);

/** The value below which a share of some sorted ones lies, between two of them as NumPy does. */
function quantileOf(values: readonly number[], share: number): number {
  const place = share * (values.length - 1);
  const [below = 0, above = below] = values.slice(Math.floor(place), Math.floor(place) + 2);
  return Math.round((below + (above - below) * (place % 1)) * 1e4) / 1e4;
}

const findingsOf = (seen: readonly Seen[]) => seen.reduce((sum, { findings }) => sum + findings, 0);
const ratio = (count: number, of: number): number => (of === 0 ? 0 : count / of);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
