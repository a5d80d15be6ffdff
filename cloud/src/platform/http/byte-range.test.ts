import { expect, test } from "vitest";
import { readByteRange } from "./byte-range.ts";

const HUGE = "9".repeat(400);

test.each<[string | undefined, ReturnType<typeof readByteRange>]>([
  [undefined, undefined],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=2-5", { start: 2, end: 5 }],
  ["Bytes= 2-5 ", { start: 2, end: 5 }],
  ["bytes=2-", { start: 2, end: 9 }],
  ["bytes=2-99", { start: 2, end: 9 }],
  [`bytes=9-${HUGE}`, { start: 9, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-99", { start: 0, end: 9 }],
  [`bytes=-${HUGE}`, { start: 0, end: 9 }],
  ["bytes=10-", "unsatisfiable"],
  [`bytes=${HUGE}-`, "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-2", undefined],
  ["bytes=0-1,4-5", undefined],
  ["lines=0-1", undefined],
  ["bytes=", undefined],
  ["bytes=-", undefined],
  ["bytes=a-b", undefined],
  ["bytes=1.5-3", undefined],
  ["bytes=0x1-3", undefined],
  ["bytes=--3", undefined],
  ["", undefined],
])("of ten bytes, %s is %j", (header, range) => expect(readByteRange(header, 10)).toEqual(range));

test("no range of an empty body can be had", () => {
  expect(readByteRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(readByteRange("bytes=-1", 0)).toBe("unsatisfiable");
});
