import { type Explanation, type Weights, weighCandidates } from "../../src/reading/candidate-chances.ts";

/** True text of a picture, and the explanations by both networks. */
export type Sample = { truth: string; explanations: readonly Explanation[] };

const START: Weights = { characters: 0.5, lines: 0.5, elseLog: -8 };
const STEP: Weights = { characters: 0.2, lines: 0.2, elseLog: 2 };
const KEYS = ["characters", "lines", "elseLog"] as const;

/**
 * The weights under which the truth of all samples is likeliest. That is a concave problem, so moving one weight at a
 * time, in steps that become smaller, finds its only optimum.
 */
export function fitWeights(samples: readonly Sample[]): Weights {
  let [best, loss] = [START, lossOf(samples, START)];
  for (let scale = 1; scale > 0.01; ) {
    const before = loss;
    for (const [key, sign] of KEYS.flatMap((each) => [[each, 1] as const, [each, -1] as const])) {
      const tried = { ...best, [key]: best[key] + sign * scale * STEP[key] };
      const found = lossOf(samples, tried);
      if (found < loss) [best, loss] = [tried, found];
    }
    if (loss === before) scale /= 2;
  }
  return best;
}

/** The mean of minus the logarithm of the truth's chance; where it is not a candidate, that of all that are not. */
export function lossOf(samples: readonly Sample[], weights: Weights): number {
  const sum = samples.reduce((total, { truth, explanations }) => {
    const candidates = weighCandidates(explanations, weights);
    const right = candidates.find(({ text }) => text === truth);
    const chance = right?.chance ?? 1 - candidates.reduce((all, one) => all + one.chance, 0);
    return total - Math.log(Math.max(1e-12, chance));
  }, 0);
  return sum / samples.length;
}
