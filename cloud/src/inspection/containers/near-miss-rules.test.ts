import { expect, test } from "vitest";
import { confusionsOf } from "./near-miss-rules.ts";

test.each([
  ["CSQU3054838", "CSQU3054383", undefined],
  ["CSUQ3054383", "CSQU3054383", "transposition"],
  ["CSQU3504383", "CSQU3054383", "transposition"],
  // A digit where a letter stands: not even the form of a number.
  ["C5QU3054383", "CSQU3054383", "look-alike"],
  ["CSQU3O54383", "CSQU3054383", "look-alike"],
  ["CSOU3054333", "CSQU3054383", "look-alike"],
  ["CSQU 305438-4", "CSQU3054383", "one-character"],
  // C and M have values that are equal modulo 11: the check digit fits both.
  ["MSQU3054383", "CSQU3054383", "one-character"],
  // The paper may be wrong as well.
  ["CSQU3054383", "CSQU3054384", "one-character"],
  // Two wrong check digits explain nothing, and the next container of an owner is another container.
  ["CSQU3054384", "CSQU3054387", undefined],
  ["CSQU3054383", "CSQU3054399", undefined],
  ["BOX 9", "BOX 8", undefined],
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
