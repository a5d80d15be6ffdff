import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv } from "./read-csv.ts";

const read = async (text: string) => {
  const { rows } = await readCsv(text, 1_000);
  return rows.map((row) => ("cells" in row ? [row.number, ...row.cells] : [row.number, { problem: row.problem }]));
};
const bad = (part: string) => ({ problem: expect.stringContaining(part) });

describe("CSV", () => {
  test.each<[string, string, unknown[]]>([
    ["commas", "a,b\n1,2", [[1, "a", "b"], [2, "1", "2"]]],
    ["semicolons, as spreadsheets write them", "a;b\n1,5;2\n", [[1, "a", "b"], [2, "1,5", "2"]]],
    ["tabs, and commas inside", "a\tb\n1,5\t2,5\n", [[1, "a", "b"], [2, "1,5", "2,5"]]],
    ["a title above", "Manifest, of the port\na;b;c\n1;2;3", [[1, "Manifest, of the port"], [2, "a", "b", "c"], [3, "1", "2", "3"]]],
    ["the separator that its first line names", "sep=;\na,x;b\n1;2", [[2, "a,x", "b"], [3, "1", "2"]]],
    ["CRLF, LF and CR", "a\r\nb\nc\rd", [[1, "a"], [2, "b"], [3, "c"], [4, "d"]]],
    ["quotes, with delimiters, marks and line breaks inside", 'a,"b, ""c""\r\nd",e\nf,g,h', [[1, "a", 'b, "c"\nd', "e"], [3, "f", "g", "h"]]],
    ["blanks around fields", ' a , "b" ,c\t', [[1, "a", "b", "c"]]],
    ["no rows that are empty", "a,b\n\n , \n1,\n,,,\n", [[1, "a", "b"], [4, "1", ""]]],
    ["an empty file", "", []],
  ])("is read: %s", async (_what, text, rows) => {
    expect(await read(text)).toEqual(rows);
  }); // prettier-ignore

  test.each<[string, string, unknown[]]>([
    ["a mark that is not closed", 'a,b\n1,"2\n3,4\n', [[1, "a", "b"], [2, bad("not closed")], [3, "3", "4"]]],
    ["at the very end", 'a,b\n1,"2', [[1, "a", "b"], [2, bad("not closed")]]],
    ["one that another row's mark seems to close", 'a,b\n1,"2\n3,"4"\n5,6', [[1, "a", "b"], [2, bad("not closed")], [3, "3", "4"], [4, "5", "6"]]],
    ["text behind a closing mark", 'a,b\n1,"2"x\n3,4', [[1, "a", "b"], [2, bad("behind a closing")], [3, "3", "4"]]],
    ["a mark inside an open field", 'a,b\n1,5" pipe\n3,4', [[1, "a", "b"], [2, bad("without quotes")], [3, "3", "4"]]],
    ["a row over more than 20 lines", `a\n"${"x\n".repeat(20)}"\nb`, [[1, "a"], [2, bad("not closed")]]],
    ["a line that is too long", `a\n"${"x".repeat(100_000)}"\nb`, [[1, "a"], [2, bad("longer")], [3, "b"]]],
  ])("loses no other row for %s", async (_what, text, rows) => {
    expect((await read(text)).slice(0, rows.length)).toEqual(rows);
  }); // prettier-ignore

  test("gives back whatever a writer of RFC 4180 puts into it", async () => {
    const cell = fc
      .string({ unit: fc.constantFrom("a", "é", '"', ",", ";", "\n", " ", "1", "📦") })
      .map((text) => text.trim());
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const whole = [["x", "y", "z"], ...rows].filter((row) => row.some((value) => value !== ""));
        const written = whole
          .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(","))
          .join("\r\n");
        const back = (await readCsv(written, 1_000)).rows.map((row) => ("cells" in row ? row.cells : row));
        expect(back).toEqual(whole);
      }),
    );
  });

  test("is read no further than a row more than it may have", async () => {
    expect((await readCsv("a\n".repeat(100), 10)).rows).toHaveLength(11);
  });
});
