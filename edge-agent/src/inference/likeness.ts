import { z } from "zod";
import type { Detection, Likeness } from "./detections.ts";

/** Findings from this confidence on count, whatever a station asks for: the figures were measured so. */
export const LIKENESS_CONFIDENCE = 0.25;

const quantiles = z.object({ "0.05": z.number(), "0.5": z.number(), "0.95": z.number() });
/** Values below which these shares of the pictures lie. */
export type Quantiles = z.infer<typeof quantiles>;

/**
 * Measures of a model in pictures like those that it was trained on. `background`: how sure it is that there is
 * something at the places of a picture, as the mean logit of their best scores, low where it knows that they are empty;
 * null for outputs that hold findings alone. `confidence`: the mean confidence of a picture's findings. `limit`: a
 * picture with more strangeness is unlike them.
 */
export const likenessFigures = z.object({
  pictures: z.int().min(1),
  background: quantiles.nullable(),
  confidence: quantiles.nullable(),
  limit: z.number(),
});
export type LikenessFigures = z.infer<typeof likenessFigures>;

/** Key of the figures in the metadata of a model file. */
export const LIKENESS_KEY = "likeness_quantiles";

/** Sureness of a model about a picture; null where it has no places, or found nothing. */
export type Sureness = Pick<Likeness, "background" | "confidence">;

/** Reads how sure a model is of its findings; `background` is its sureness about the places. */
export function surenessOf(items: readonly Pick<Detection, "confidence">[], background: number | null): Sureness {
  const sure = items.filter(({ confidence }) => confidence >= LIKENESS_CONFIDENCE);
  const sum = sure.reduce((total, { confidence }) => total + confidence, 0);
  return { background, confidence: sure.length === 0 ? null : sum / sure.length };
}

/** Weight of the findings beside the rest of a picture: a drawn picture also has a weak one now and then. */
const FINDINGS_WEIGHT = 0.25;

/**
 * Strangeness of a picture to a model: how much less sure than usual it is that the rest is empty, plus a quarter of
 * how much less sure it is of its findings, each 1 where one in twenty pictures of its training is so. A picture
 * without findings is judged by the rest alone; null where there are no figures for anything that it has.
 */
export function strangenessOf(
  { background, confidence }: Sureness,
  usual: Pick<LikenessFigures, "background" | "confidence">,
): number | null {
  const parts: number[] = [];
  if (background !== null && usual.background) {
    const { "0.5": middle, "0.95": high } = usual.background;
    parts.push(shareOf(background - middle, high - middle));
  }
  if (confidence !== null && usual.confidence) {
    const { "0.5": middle, "0.05": low } = usual.confidence;
    parts.push(FINDINGS_WEIGHT * shareOf(middle - confidence, middle - low));
  }
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0);
}

/** A model that is always equally sure has no usual distance; then each picture is as usual. */
const shareOf = (distance: number, usual: number): number => (usual > 0 ? Math.max(0, distance / usual) : 0);

/** Compares a picture with those that the model was trained on, by the figures in its file. */
export function judgeLikeness(sureness: Sureness, figures: LikenessFigures | null): Likeness {
  const strangeness = figures && strangenessOf(sureness, figures);
  return { ...sureness, isUnlike: figures && strangeness !== null ? strangeness > figures.limit : null };
}
