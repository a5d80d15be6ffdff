import { expect, test } from "vitest";
import { findSizeTypes, withoutSizeTypes } from "./find-size-types.ts";
import { certainOf, charactersOf } from "./testing.ts";

const number = charactersOf("CSQU3054383");
const found = (...others: ReturnType<typeof charactersOf>[]) =>
  findSizeTypes([...number, ...others.flat()], [number]).map(({ text }) => text);

test("a code of four characters below, beside or above its number is found", () => {
  expect(found(charactersOf("22G1", { y: 85 }))).toEqual(["22G1"]);
  expect(found(charactersOf("45R1", { x: 360 }))).toEqual(["45R1"]);
  expect(found(charactersOf("L5G1", { x: 360, step: { x: 0, y: 38 } }))).toEqual(["L5G1"]);
});

test("a letter in the place of a digit is read as the digit", () => {
  const code = charactersOf("22G1", { y: 85 });
  const [first, ...rest] = code;
  const doubtful = { ...first!, logProbabilities: certainOf("2", 0.9, { letter: "Z", share: 0.09 }) };
  expect(found([doubtful, ...rest])).toEqual(["22G1"]);
});

test("no other text is one: longer, of another size, far away, in doubt, or of another form", () => {
  expect(found(charactersOf("22G12", { y: 85 }))).toEqual([]);
  expect(found(charactersOf("MAXG", { y: 85 }))).toEqual([]);
  expect(found(charactersOf("22G1", { y: 400 }))).toEqual([]);
  expect(found(charactersOf("22G1", { y: 85 }).map((one) => ({ ...one, height: 14 })))).toEqual([]);
  const doubtful = charactersOf("22G1", { y: 85 }).map((one) => ({ ...one, logProbabilities: certainOf("2", 0.6) }));
  expect(found(doubtful)).toEqual([]);
});

test("of two containers each has its own", () => {
  const other = charactersOf("TGHU7599330", { y: 400 });
  const codes = [...charactersOf("22G1", { y: 85 }), ...charactersOf("45R1", { y: 445 })];
  const read = findSizeTypes([...number, ...other, ...codes], [other, number]);
  expect(read.map(({ place, text }) => [place, text])).toEqual([
    [0, "45R1"],
    [1, "22G1"],
  ]);
});

test("a code anywhere in a row is no part of a number; one spelled across lines or in a column is", () => {
  const kept = (...texts: ReturnType<typeof charactersOf>[]) => withoutSizeTypes([...number, ...texts.flat()]).length;
  expect(kept(charactersOf("45G1", { y: 85 }))).toBe(number.length);
  expect(kept(charactersOf("45G1", { x: 20 + 25 * 12 }))).toBe(number.length);
  expect(kept(charactersOf("2210", { y: 85 }))).toBe(number.length + 4);
  expect(kept(charactersOf("MSKU", { y: 85 }))).toBe(number.length + 4);
  expect(kept(charactersOf("45G1", { y: 85, step: { x: 60, y: 0 } }))).toBe(number.length + 4);
  expect(kept(charactersOf("45G1", { x: 450, step: { x: 0, y: 38 } }))).toBe(number.length + 4);
});
