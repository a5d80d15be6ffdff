import { expect, test } from "vitest";
import type { Confirmed } from "./confirm-reading.ts";
import { poolPlaces } from "./pool-places.ts";
import { charactersOf } from "./testing.ts";

const [ONE, OTHER] = ["CSQU3054383", "TGHU7599330"];
const WEIGHTS = { characters: 0.1, lines: [0.1, 0.5], elseLog: -8 };

/** A reading at a height of the picture: each number with what the second reader makes of it, and who votes for it. */
function readingOf(y: number, numbers: { text: string; log: number; voters: number[] }[]): Confirmed {
  return {
    explanations: numbers.map(({ text, log }) => ({ text, charactersLog: -1, linesLogs: [-1, log] })),
    votes: numbers.flatMap(({ text, voters }) => voters.map((voter) => ({ voter, text }))),
    characters: charactersOf(ONE, { y }),
  };
}

test("readings of one place are one: their numbers compete, and their voters count together", () => {
  const first = readingOf(40, [{ text: ONE, log: -1, voters: [1] }]);
  const second = readingOf(42, [
    { text: ONE, log: -9, voters: [0] },
    { text: OTHER, log: -1.5, voters: [] },
  ]);
  const [alone] = poolPlaces([first], WEIGHTS);
  expect(alone).toMatchObject({ isAgreed: false, candidates: [{ text: ONE }] });
  expect(alone?.confidence).toBeGreaterThan(0.99);
  const places = poolPlaces([second, first], WEIGHTS);
  expect(places).toMatchObject([{ isAgreed: true, candidates: [{ text: ONE }, { text: OTHER }] }]);
  expect(places[0]?.confidence).toBeLessThan(0.6);
});

test("one voter that reads a number twice is one vote", () => {
  const reading = readingOf(40, [{ text: ONE, log: -1, voters: [1] }]);
  expect(poolPlaces([reading, reading], WEIGHTS)).toMatchObject([{ isAgreed: false }]);
});

test("readings apart from each other are places of their own, the most certain first", () => {
  const doubtful = readingOf(40, [{ text: ONE, log: -14, voters: [0, 1] }]);
  const clear = readingOf(140, [{ text: OTHER, log: -1, voters: [0, 1] }]);
  const places = poolPlaces([doubtful, clear], WEIGHTS);
  expect(places.map(({ candidates: [best] }) => best?.text)).toEqual([OTHER, ONE]);
  expect(places.every(({ isAgreed }) => isAgreed)).toBe(true);
});
