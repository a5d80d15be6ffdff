import { checkDigit } from "@container-inspection/shared-schemas";
import { array, assert, double, property } from "fast-check";
import { describe, expect, test } from "vitest";
import type { Character } from "./find-characters.ts";
import { ALPHABET } from "./number-grammar.ts";
import { boundNumber, searchNumber } from "./search-number.ts";
import { certainOf, charactersOf } from "./testing.ts";

const withLetter = (characters: Character[], index: number, logProbabilities: Float32Array) =>
  characters.map((character, at) => (at === index ? { ...character, logProbabilities } : character));

describe("the number in a row of characters", () => {
  test("is read when it is valid", () => {
    const [best] = searchNumber(charactersOf("CSQU3054383"));
    expect(best).toMatchObject({ text: "CSQU3054383", used: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
  });

  test("is corrected by grammar: a letter where digits stand, a digit where letters stand", () => {
    const characters = charactersOf("CSQU3054383");
    const zero = withLetter(characters, 5, certainOf("O", 0.6, { letter: "0", share: 0.39 }));
    expect(searchNumber(zero)[0]?.text).toBe("CSQU3054383");
    const five = withLetter(zero, 1, certainOf("5", 0.6, { letter: "S", share: 0.39 }));
    expect(searchNumber(five)[0]?.text).toBe("CSQU3054383");
  });

  test("is corrected by the check digit where a digit is in doubt", () => {
    const doubtful = withLetter(charactersOf("CSQU3054383"), 6, certainOf("6", 0.55, { letter: "5", share: 0.44 }));
    expect(searchNumber(doubtful)[0]?.text).toBe("CSQU3054383");
  });

  test("is found among what stands before and after it, and around a stain within it", () => {
    const [stain] = charactersOf("I");
    const around = [
      ...charactersOf("22"),
      ...charactersOf("CSQU305"),
      { ...stain!, score: 0.3 },
      ...charactersOf("4383"),
      ...charactersOf("45G1"),
    ];
    expect(searchNumber(around)[0]).toMatchObject({ text: "CSQU3054383", used: [2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13] });
  });

  test("is none where characters are missing, or no valid number can be made", () => {
    expect(searchNumber(charactersOf("CSQU305438"))).toEqual([]);
    expect(searchNumber(charactersOf("MAXGROSS30480KG")).every(({ logScore }) => logScore < -20)).toBe(true);
  });

  test("comes with the next best ones, each once, best first", () => {
    const doubtful = withLetter(charactersOf("CSQU3054383"), 0, certainOf("C", 0.5, { letter: "M", share: 0.49 }));
    const readings = searchNumber(doubtful);
    // C and M have values that are equal modulo 11: the check digit is the same for both.
    expect(readings.slice(0, 2).map(({ text }) => text)).toEqual(["CSQU3054383", "MSQU3054383"]);
    expect(new Set(readings.map(({ text }) => text)).size).toBe(readings.length);
    expect(readings.map(({ logScore }) => logScore)).toEqual(
      readings.map(({ logScore }) => logScore).toSorted((a, b) => b - a),
    );
  });

  test("scores at most what is known before the search, and about that much where it is clear", () => {
    const clear = charactersOf("CSQU3054383");
    expect(boundNumber(clear)).toBeCloseTo(searchNumber(clear)[0]?.logScore ?? 0, 6);
    expect(boundNumber(charactersOf("CSQU305438"))).toBe(-Infinity);
    const chance = array(double({ min: 0.01, max: 1, noNaN: true }), { minLength: 36, maxLength: 36 });
    assert(
      property(array(chance, { minLength: 11, maxLength: 14 }), (all) => {
        const characters = all.map((values, at) => ({ ...clear[at % 11]!, logProbabilities: normalised(values) }));
        expect(boundNumber(characters)).toBeGreaterThanOrEqual(
          (searchNumber(characters)[0]?.logScore ?? -Infinity) - 1e-6,
        );
      }),
      { numRuns: 20 },
    );
  });

  test("is the best of all valid ones, as trying each pair of characters in doubt shows", () => {
    const chance = array(double({ min: 0.01, max: 1, noNaN: true }), { minLength: 36, maxLength: 36 });
    assert(
      property(chance, chance, (one, other) => {
        const characters = withLetter(
          withLetter(charactersOf("CSQU3054383"), 4, normalised(one)),
          9,
          normalised(other),
        );
        const best = searchNumber(characters)[0]!;
        const tried = Array.from("0123456789").flatMap((a) =>
          Array.from("0123456789")
            .map((b) => `CSQU${a}0543${b}`)
            .map((ten) => `${ten}${checkDigit(ten)}`),
        );
        const scores = tried.filter((text) => text.at(-1) === "3").map((text) => scoreOf(text, characters));
        expect(best.logScore).toBeGreaterThanOrEqual(Math.max(...scores) - 1e-6);
      }),
      { numRuns: 30 },
    );
  });
});

function normalised(values: number[]): Float32Array {
  const sum = values.reduce((total, value) => total + value, 0);
  return Float32Array.from(values, (value) => Math.log(value / sum));
}

function scoreOf(text: string, characters: Character[]): number {
  return Array.from(text).reduce((sum, letter, index) => {
    const { logProbabilities, score } = characters[index]!;
    return sum + logProbabilities[ALPHABET.indexOf(letter)]! + Math.log(score);
  }, 0);
}
