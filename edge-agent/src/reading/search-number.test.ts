import { checkDigit } from "@container-inspection/shared-schemas/container-number";
import { array, assert, double, property } from "fast-check";
import { describe, expect, test } from "vitest";
import type { Character } from "./find-characters.ts";
import { ALPHABET } from "./number-grammar.ts";
import { arrangeLines } from "./arrange-lines.ts";
import misread from "./fixtures/misread.json" with { type: "json" };
import { boundNumber as boundLines, searchNumber as searchLines } from "./search-number.ts";
import { certainOf, charactersOf } from "./testing.ts";
import { certaintyOf } from "./weigh-characters.ts";

const searchNumber = (characters: Character[]) => searchLines([{ isRow: true, characters }]);
const boundNumber = (characters: Character[]) => boundLines([{ isRow: true, characters }]);

const withLetter = (characters: Character[], index: number, logProbabilities: Float32Array) =>
  characters.map((character, at) => (at === index ? { ...character, logProbabilities } : character));

describe("the number in a row of characters", () => {
  test("is read when it is valid", () => {
    const characters = charactersOf("CSQU3054383");
    expect(searchNumber(characters)[0]).toMatchObject({ text: "CSQU3054383", used: characters });
  });

  test("is corrected by grammar: a letter in the place of a digit, a digit in the place of a letter", () => {
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

  test("is found among other characters before and after it, and around a stain within it", () => {
    const stain = { ...charactersOf("I", { x: 185 })[0]!, score: 0.3 };
    const [head, tail] = [charactersOf("CSQU305"), charactersOf("4383", { x: 205 })];
    const around = [...charactersOf("22", { x: -75 }), ...head, stain, ...tail, ...charactersOf("45G1", { x: 350 })];
    const [best] = searchNumber(around);
    expect(best).toMatchObject({ text: "CSQU3054383", used: [...head, ...tail] });
    expect(best?.logScore).toBeGreaterThan(-1);
  });

  test("is none where characters are missing, or no valid number can be made", () => {
    expect(searchNumber(charactersOf("CSQU305438"))).toEqual([]);
    expect(searchNumber(charactersOf("MAXGROSS30480KG")).every(({ logScore }) => logScore < -20)).toBe(true);
  });

  test("continues in the next line after the owner's four letters, and not within them", () => {
    const lines = (...texts: string[]) =>
      texts.map((text, index) => ({ isRow: true, characters: charactersOf(text, { y: 40 + 45 * index }) }));
    const [whole, broken] = [lines("CSQU", "305438", "3"), lines("CSQ", "U3054383")];
    expect(searchLines(whole)[0]?.text).toBe("CSQU3054383");
    expect(boundLines(whole)).toBeCloseTo(searchLines(whole)[0]?.logScore ?? 0, 6);
    expect(searchLines(broken)).toEqual([]);
    expect(boundLines(broken)).toBe(-Infinity);
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

  test("scores at most the bound known before the search, and about that much where it is clear", () => {
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

/** Tests the search in the detector's findings from drawings that were misread before. */
describe("the number among all characters of a picture", () => {
  const charactersIn = (truth: string): Character[] => {
    const found = misread.find((one) => one.truth === truth)?.characters ?? [];
    return found.map(({ box: [x = 0, y = 0, width = 0, height = 0], score, letters }) => {
      const chances: Record<string, number | undefined> = letters;
      const values = Array.from(ALPHABET, (letter) => chances[letter] ?? 1e-5);
      return { x, y, width, height, score, logProbabilities: normalised(values) };
    });
  };
  const bestOf = (characters: Character[]) =>
    arrangeLines(characters, 11)
      .flatMap((lines) => searchLines(lines))
      .toSorted((a, b) => b.logScore - a.logScore)[0];

  test.each([
    ["BYVU5155397", "the owner ends with a character of the next column"],
    ["IPRU1288576", "the first two letters are lost, two of a weight follow"],
    ["GJCU3036605", "a 2 is inserted, and the check digit lost"],
    ["GWBU3164847", "a character is left out, and one of the size-type code follows"],
  ])("is %s, not the one in which %s", (truth) => {
    expect(bestOf(charactersIn(truth))?.text).toBe(truth);
  });

  test("explains the characters badly where its first letter was misread: one is left over, another is too faint", () => {
    const characters = charactersIn("XKYU3301114");
    const best = bestOf(characters);
    expect(best?.text).toBe("KYUU3301214");
    expect(best?.logScore).toBeLessThan(-7);
    const withoutFirst = bestOf(characters.filter(({ x, y }) => x > 30 || y < 100 || y > 120));
    expect(withoutFirst?.text).toBe("KYUU3301214");
    expect(withoutFirst?.logScore).toBeGreaterThan(-3);
  });
});

function normalised(values: number[]): Float32Array {
  const sum = values.reduce((total, value) => total + value, 0);
  return Float32Array.from(values, (value) => Math.log(value / sum));
}

function scoreOf(text: string, characters: Character[]): number {
  return Array.from(text).reduce((sum, letter, index) => {
    const { logProbabilities, score } = characters[index]!;
    return sum + logProbabilities[ALPHABET.indexOf(letter)]! + Math.log(certaintyOf(score));
  }, 0);
}
