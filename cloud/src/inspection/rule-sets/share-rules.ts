import type { ShareEstimate } from "@container-inspection/shared-schemas/replays";

/** The standard normal deviate of a two-sided interval of 95 %. */
const Z = 1.959964;

/**
 * A share of decided cases with its 95 % interval by Wilson's score (E. B. Wilson, 1927), which holds for few cases and
 * for shares near 0 and 1. Null without cases.
 */
export function estimateShare(hits: number, cases: number): ShareEstimate | null {
  if (cases === 0) return null;
  const share = hits / cases;
  const scale = 1 + Z ** 2 / cases;
  const centre = (share + Z ** 2 / (2 * cases)) / scale;
  const margin = (Z / scale) * Math.sqrt((share * (1 - share)) / cases + Z ** 2 / (4 * cases ** 2));
  const round = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
  return { share: round(share), lowerBound: round(centre - margin), upperBound: round(centre + margin) };
}
