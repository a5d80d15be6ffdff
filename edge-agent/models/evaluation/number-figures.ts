/** Numbers that a lane read in the pictures of one container. */
export type Reading = {
  truth: string;
  /** The numbers that it accepted; none where it abstained. */
  accepted: readonly string[];
  /** Its likeliest number with its confidence, accepted or not; null where it found none. */
  best: { text: string; confidence: number } | null;
};

/** The share is of those that were accepted. */
type Figures = { exact: number; wrong: number; abstained: number; rightButAbstained: number; missed: number; topRight: number };

/** Counts what was read. Several numbers for one container are wrong if one of them is. */
export function countReadings(readings: readonly Reading[]): Figures {
  const figures: Figures = { exact: 0, wrong: 0, abstained: 0, rightButAbstained: 0, missed: 0, topRight: 0 };
  for (const { truth, accepted, best } of readings) {
    const isRight = best?.text === truth;
    if (accepted.some((text) => text !== truth)) figures.wrong += 1;
    else if (accepted.length > 0) figures.exact += 1;
    else figures.abstained += 1;
    if (accepted.length === 0 && isRight) figures.rightButAbstained += 1;
    if (!best) figures.missed += 1;
    if (isRight) figures.topRight += 1;
  }
  return figures;
}

const LIMITS = [0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999];

/** The table of how often a best number of each confidence is right, one line for each range that has any. */
export function calibrationOf(readings: readonly Reading[]): string[] {
  const lines = LIMITS.flatMap((from, index) => {
    const to = LIMITS[index + 1] ?? Infinity;
    const within = readings.filter(({ best }) => best && best.confidence >= from && best.confidence < to);
    const right = within.filter(({ truth, best }) => best?.text === truth).length;
    const stated = within.reduce((sum, { best }) => sum + (best?.confidence ?? 0), 0) / within.length;
    const range = to === Infinity ? `${from} and more` : `${from} to ${to}`;
    return within.length === 0 ? [] : [`| ${range} | ${within.length} | ${right} | ${(100 * right / within.length).toFixed(1)} % | ${(100 * stated).toFixed(1)} % |`];
  });
  return ["| confidence | numbers | right | share | as stated |", "|---|---|---|---|---|", ...lines];
}

/** The upper 95 % bound of a share, in percent (Wilson, one side); null of nothing. */
export function upperBound(count: number, of: number): number | null {
  if (of === 0) return null;
  const [z, p] = [1.645, count / of];
  const centre = p + (z * z) / (2 * of);
  const spread = z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of));
  return (100 * (centre + spread)) / (1 + (z * z) / of);
}
