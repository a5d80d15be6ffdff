import { describe, expect, test } from "vitest";
import { arrangeLines } from "./arrange-lines.ts";
import type { Character } from "./find-characters.ts";
import { ALPHABET } from "./number-grammar.ts";
import { charactersOf } from "./testing.ts";

const textOf = (characters: readonly Character[]) =>
  characters.map(({ logProbabilities }) => ALPHABET[logProbabilities.indexOf(Math.max(...logProbabilities))]).join("");

/** All readings of characters that were found in no order. */
function readingsOf(...groups: Character[][]): string[] {
  const mixed = groups.flat().toSorted((a, b) => a.x * 7 + a.y - (b.x * 7 + b.y) || a.y - b.y);
  return arrangeLines(mixed, 11).map((lines) => lines.map(({ characters }) => textOf(characters)).join("/"));
}

describe("lines that may hold a number", () => {
  test("a row, level or tilted", () => {
    expect(readingsOf(charactersOf("CSQU3054383"))).toContain("CSQU3054383");
    expect(readingsOf(charactersOf("CSQU3054383", { y: 200, step: { x: 24, y: -9 } }))).toContain("CSQU3054383");
  });

  test("a row with gaps between its groups", () => {
    const groups = [charactersOf("CSQU"), charactersOf("305438", { x: 145 }), charactersOf("3", { x: 330 })];
    expect(readingsOf(...groups)).toContain("CSQU3054383");
  });

  test("two and three rows, from top to bottom", () => {
    expect(readingsOf(charactersOf("CSQU"), charactersOf("3054383", { y: 85 }))).toContain("CSQU/3054383");
    const three = [charactersOf("CSQU"), charactersOf("305", { y: 85 }), charactersOf("4383", { y: 130 })];
    expect(readingsOf(...three)).toContain("CSQU/305/4383");
  });

  test("no row is left out: a size-type code below does not replace it", () => {
    const [owner, first] = [charactersOf("VOLU"), charactersOf("369", { y: 77 })];
    const [second, code] = [charactersOf("8179", { y: 115 }), charactersOf("2210", { y: 152 })];
    expect(readingsOf(owner, first, code)).toContain("VOLU/369/2210");
    const readings = readingsOf(owner, first, second, code);
    expect(readings).toContain("VOLU/369/8179");
    expect(readings).not.toContain("VOLU/369/2210");
    // A stain between them that looks like a character is no row.
    expect(readingsOf(owner, first, charactersOf("1", { y: 115 }), code)).toContain("VOLU/369/2210");
  });

  test("a column, and two of them from left to right", () => {
    expect(readingsOf(charactersOf("CSQU3054383", { step: { x: 0, y: 38 } }))).toContain("CSQU3054383");
    const two = [
      charactersOf("CSQU", { step: { x: 1, y: 38 } }),
      charactersOf("3054383", { x: 65, step: { x: 1, y: 38 } }),
    ];
    expect(readingsOf(...two)).toContain("CSQU/3054383");
  });

  test("not distant characters, or those of another size", () => {
    expect(readingsOf(charactersOf("CSQU"), charactersOf("3054383", { y: 300 }))).toEqual([]);
    const large = charactersOf("3054383", { y: 100 }).map((one) => ({ ...one, width: 60, height: 90 }));
    expect(readingsOf(charactersOf("CSQU"), large)).toEqual([]);
  });
});
