import { type Explanation, type Weights, weighCandidates } from "../../src/reading/candidate-chances.ts";

/** True text of a picture, and the explanations by both networks. */
export type Sample = { truth: string; explanations: readonly Explanation[] };

const START = { network: 0.5, elseLog: -8 };
const STEP = { network: 0.2, elseLog: 2 };

/**
 * The weights under which the truth of all samples is likeliest, none below 0. That is a concave problem, so moving one
 * weight at a time, in steps that become smaller, finds its only optimum.
 */
export function fitWeights(samples: readonly Sample[]): Weights {
  const readers = Math.max(1, ...samples.flatMap(({ explanations }) => explanations.map(({ linesLogs }) => linesLogs.length)));
  // The characters' weight, those of the readers of lines, and the logarithm of everything else.
  let best = [...Array.from({ length: readers + 1 }, () => START.network), START.elseLog];
  let loss = lossOf(samples, toWeights(best));
  for (let scale = 1; scale > 0.01; ) {
    const before = loss;
    for (const [at, sign] of [...best.keys()].flatMap((each) => [[each, 1] as const, [each, -1] as const])) {
      const isElse = at === best.length - 1;
      const moved = (best[at] ?? 0) + sign * scale * (isElse ? STEP.elseLog : STEP.network);
      const tried = best.with(at, isElse ? moved : Math.max(0, moved));
      const found = lossOf(samples, toWeights(tried));
      if (found < loss) [best, loss] = [tried, found];
    }
    if (loss === before) scale /= 2;
  }
  return toWeights(best);
}

const toWeights = ([characters = 0, ...others]: readonly number[]): Weights => ({
  characters,
  lines: others.slice(0, -1),
  elseLog: others.at(-1) ?? 0,
});

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
