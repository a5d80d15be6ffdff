import { describe, expect, test } from "vitest";
import { weighCandidates } from "../../src/reading/candidate-chances.ts";
import { createRandom } from "../../bench/tracking/random.ts";
import { fitWeights, lossOf, type Sample } from "./fit-weights.ts";

const TRUE = { characters: 0.4, lines: [0.25, 0.6], elseLog: -5 };

/** Pictures whose truth is drawn by the chances that these weights give to their candidates. */
function samplesBy(count: number): Sample[] {
  const random = createRandom(12);
  return Array.from({ length: count }, () => {
    const explanations = ["A", "B", "C"].map((text) => ({
      text,
      charactersLog: -12 * random(),
      linesLogs: [-20 * random(), -20 * random()],
    }));
    let left = random();
    const truth = weighCandidates(explanations, TRUE).find(({ chance }) => (left -= chance) < 0)?.text;
    return { truth: truth ?? "none of them", explanations };
  });
}

describe("the weights that fit pictures", () => {
  const samples = samplesBy(5_000);
  const fitted = fitWeights(samples);

  test("are those by which their truth came about", () => {
    expect(fitted.characters).toBeCloseTo(TRUE.characters, 1);
    for (const [reader, weight] of TRUE.lines.entries()) expect(fitted.lines[reader]).toBeCloseTo(weight, 1);
    expect(Math.abs(fitted.elseLog - TRUE.elseLog)).toBeLessThan(0.3);
  });

  test("make it no less likely than any near ones", () => {
    const loss = lossOf(samples, fitted);
    const { characters, lines, elseLog } = fitted;
    for (const change of [-0.05, 0.05]) {
      const others = lines.map((weight, reader) => ({ ...fitted, lines: lines.with(reader, weight + change) }));
      const near = [{ ...fitted, characters: characters + change }, { ...fitted, elseLog: elseLog + change }, ...others];
      for (const other of near) expect(lossOf(samples, other)).toBeGreaterThan(loss);
    }
  });
});
