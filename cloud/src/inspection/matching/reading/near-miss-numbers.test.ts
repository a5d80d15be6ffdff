import { expect, test } from "vitest";
import { nearMissNumbers } from "./near-miss-numbers.ts";

test("an expected number at one character's distance is offered, in any spelling", () => {
  expect(nearMissNumbers("HLXU2000025", ["MSKU9070323", "HLXU2000022"])).toEqual(["HLXU2000022"]);
  expect(nearMissNumbers("hlxu 200002-5", ["HLXU 200002 2"])).toEqual(["HLXU 200002 2"]);
});

test("look-alikes come before other characters, these before exchanged ones", () => {
  const [exchanged, other, alike] = ["MSKU1000295", "MSKU1004259", "MSKU1080259"];
  expect(nearMissNumbers("MSKU1000259", [exchanged, other, alike, alike])).toEqual([alike, other, exchanged]);
  expect(nearMissNumbers("MSKU9O70323", ["MSKU9070323"])).toEqual(["MSKU9070323"]);
});

test("numbers that are equal, further away or wrong by themselves are not", () => {
  expect(nearMissNumbers("MSKU9070323", ["MSKU9070323", "MSKU9071423", "MSKU9070324", "MSKU907032", "x"])).toEqual([]);
  expect(nearMissNumbers("", ["MSKU9070323"])).toEqual([]);
});
