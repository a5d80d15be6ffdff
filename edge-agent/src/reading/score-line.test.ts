import { describe, expect, test } from "vitest";
import { ALPHABET, SYMBOLS } from "./number-grammar.ts";
import { readColumns, scoreText } from "./score-line.ts";

const NONE = ALPHABET.length;

/** A column that shows this symbol with a certainty, and another one with most of the rest. */
function column(symbol: number, certainty = 0.95, other = NONE): Float32Array {
  const values = new Float32Array(SYMBOLS).fill((1 - certainty) * 0.01);
  values[other] = (1 - certainty) * 0.7;
  values[symbol] = certainty;
  return values.map((value) => Math.log(value));
}

/** Two columns for each character and one for none after it. */
const columnsOf = (text: string) =>
  Array.from(text).flatMap((letter) => [
    column(ALPHABET.indexOf(letter)),
    column(ALPHABET.indexOf(letter)),
    column(NONE),
  ]);

describe("the number in the columns of a line", () => {
  test("is read, with characters that follow themselves", () => {
    expect(readColumns(columnsOf("CSQU3054383"))?.text).toBe("CSQU3054383");
    expect(readColumns(columnsOf("MEDU6246078"))?.text).toBe("MEDU6246078");
    expect(readColumns(columnsOf("TGHU7599330"))?.text).toBe("TGHU7599330");
  });

  test("is the best valid one, not the best text", () => {
    const columns = columnsOf("CSQU3054383");
    for (const at of [18, 19]) columns[at] = column(6, 0.6, 5);
    expect(readColumns(columns)?.text).toBe("CSQU3054383");
  });

  test("has the score that the text itself has, which no other text exceeds", () => {
    const columns = columnsOf("CSQU3054383");
    const read = readColumns(columns);
    expect(read?.logScore).toBeCloseTo(scoreText(columns, "CSQU3054383"), 4);
    for (const other of ["MSKU9070323", "CSQU3054384", "CSQU305438", "ZSQU3054383"])
      expect(scoreText(columns, other)).toBeLessThan(scoreText(columns, "CSQU3054383"));
  });

  test("is none where there are fewer columns than characters", () => {
    expect(readColumns(columnsOf("CSQ"))).toBeNull();
  });
});
