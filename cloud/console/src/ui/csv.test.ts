import { expect, test } from "vitest";
import { cellOf } from "./csv.ts";

test.each([
  ["plain", `"plain"`],
  ['a "quoted" text', `"a ""quoted"" text"`],
  ["=1+1", `"'=1+1"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["\uff1d1+1", `"'\uff1d1+1"`],
  ["gate-1;=WEBSERVICE(A1)", `"gate-1;'=WEBSERVICE(A1)"`],
  ['x";"=1', `"x"";""'=1"`],
  ["a\n-1", `"a\n'-1"`],
  ["a\t+1", `"a\t'+1"`],
  ["CSQU-305438-3; 2 of 3", `"CSQU-305438-3; 2 of 3"`],
])("a cell of a CSV file is quoted, and no part of it is a formula, whatever separates cells: %j", (text, cell) => {
  expect(cellOf(text)).toBe(cell);
});
