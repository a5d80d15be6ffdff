import { describe, expect, test } from "vitest";
import type { Proposal } from "./propose-readings.ts";
import { proposeReadings } from "./propose-readings.ts";
import { charactersOf } from "./testing.ts";

const NUMBER = "CSQU3054383";
const countsOf = (proposals: readonly Proposal[]) => proposals.map(({ characters }) => characters.length);

describe("the readings of a picture that are proposed", () => {
  test("are those that spell a number, with it, and the same line for readers that spell it by themselves", () => {
    const { spelled, incomplete } = proposeReadings(charactersOf(NUMBER));
    expect(spelled.map(({ texts: [best] }) => best?.text)).toEqual([NUMBER]);
    expect(incomplete).toMatchObject([{ texts: [], logScore: null }]);
  });

  test("are lines with most of a number's characters, the fullest first", () => {
    const one = charactersOf(NUMBER.slice(0, -1), { y: 40 });
    const other = charactersOf(NUMBER.slice(0, -3), { y: 240 });
    const { spelled, incomplete } = proposeReadings([...other, ...one]);
    expect(spelled).toEqual([]);
    expect(countsOf(incomplete)).toEqual([10, 8]);
  });

  test.each(["CSQU30", "MAXGROSS", "3054383CSQU"])("are not lines such as %s", (text) => {
    expect(proposeReadings(charactersOf(text)).incomplete).toEqual([]);
  });
});
