import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { expect, test } from "vitest";
import { confusionsOf } from "./near-miss-rules.ts";

test.each([
  ["CSQU3054838", "CSQU3054383", undefined],
  ["CSUQ3054383", "CSQU3054383", "transposition"],
  ["CSQU3504383", "CSQU3054383", "transposition"],
  // A digit in the place of a letter: not even the form of a number.
  ["C5QU3054383", "CSQU3054383", "look-alike"],
  ["CSQU3O54383", "CSQU3054383", "look-alike"],
  ["CSOU3054333", "CSQU3054383", "look-alike"],
  ["CSOU3O54383", "CSQU3054383", "look-alike"],
  ["CSOU3O54333", "CSQU3054383", undefined],
  ["CSQU 305438-4", "CSQU3054383", "one-character"],
  // C and M have values that are equal modulo 11: the check digit fits both.
  ["MSQU3054383", "CSQU3054383", "one-character"],
  // The paper may be wrong as well.
  ["CSQU3054383", "CSQU3054384", "one-character"],
  // Two wrong check digits explain nothing, and the next container of an owner is another container.
  ["CSQU3054384", "CSQU3054387", undefined],
  ["CSQU3054383", "CSQU3054399", undefined],
  ["BOX 9", "BOX 8", undefined],
  // A number that is valid as it was read is not explained by what no container is called.
  ["CSQU3054383", "C5QU3054383", undefined],
  ["。".repeat(11), "CSQU3054383", undefined],
  // As people type it: with the letter O for a zero, or without the check digit.
  ["CSQU3054383", "CSQU3O54383", "look-alike"],
  ["TSCU9069103", "TSCU9O691O3", "look-alike"],
  ["TSCU9069103", "TSCU9O69103", "look-alike"],
  ["CSQU3054383", "CSQU305438", "one-character"],
  ["CSQU3054384", "CSQU305438", undefined],
])("%s for %s: %s", (read, expected, confusion) => {
  expect(confusionsOf(read).get(expected)).toBe(confusion);
});

test("a number is no confusion of itself, and the list stays short enough to look up", () => {
  for (const read of ["CSQU3054383", "C5QU3O54383", "80B81111888", "OOOU0000000"]) {
    const found = confusionsOf(read);
    expect(found.has(read)).toBe(false);
    expect(found.size).toBeLessThan(500);
  }
});

/** Look-alikes of each character; each pair counts in both directions. */
const lookAlikes: Record<string, string> = {
  "0": "ODQ", "1": "ILT7", "2": "Z", "3": "8B", "4": "A", "5": "6S", "6": "58GS", "7": "1ILT", "8": "369BG", "9": "8",
  B: "38", C: "G", D: "0OQ", E: "F", G: "68C", I: "17LT", L: "17IT", O: "0DQ", Q: "0DO", S: "56", T: "17IL", U: "VY",
  V: "UY", Y: "UV", Z: "2", A: "4", F: "E", K: "X", X: "K", M: "N", N: "M", P: "R", R: "P",
}; // prettier-ignore

/** The valid number with this character in it: a letter as the second, a digit as the sixth. */
function validWith(character: string): { number: string; at: number } {
  const at = /[A-Z]/.test(character) ? 1 : 5;
  const begin = at === 1 ? `H${character}CU405438` : `HJCU4${character}5438`;
  const number = Array.from("0123456789", (digit) => begin + digit).find(
    (each) => parseContainerNumber(each)?.check === "valid",
  );
  return { number: number ?? "", at };
}

test.each(Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))("%s is taken for what looks like it", (character) => {
  const { number, at } = validWith(character);
  const taken = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789").filter((other) => {
    const confusion = confusionsOf(number.slice(0, at) + other + number.slice(at + 1)).get(number);
    return confusion === "look-alike";
  });
  expect(taken.join("")).toBe(
    Array.from(lookAlikes[character] ?? "")
      .toSorted((a, b) => rank(a) - rank(b))
      .join(""),
  );
});
const rank = (character: string) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".indexOf(character);
