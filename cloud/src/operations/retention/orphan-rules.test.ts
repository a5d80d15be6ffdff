import { expect, test } from "vitest";
import { compare, isOld, isSuspicious, recordIdOf } from "./orphan-rules.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");
const [old, young] = [new Date(nowMs - 25 * 3_600_000), new Date(nowMs - 23 * 3_600_000)];
const id = (last: string) => last.padStart(24, "0");
const key = (last: string, name = "image") => `scans/${id(last)}/${name}`;

test("separates objects with a record, leftovers of records, objects that never had one, and missing objects", () => {
  const objects = [
    { key: key("1"), modifiedAt: old },
    { key: key("1", "visualization"), modifiedAt: old },
    { key: key("2"), modifiedAt: old },
    { key: key("3"), modifiedAt: old },
    { key: key("4"), modifiedAt: young },
    { key: "scans/readme", modifiedAt: old },
  ];
  const records = [
    { id: id("1"), receivedAt: old, keys: [key("1")] },
    { id: id("2"), receivedAt: old, keys: [] },
    { id: id("5"), receivedAt: old, keys: [key("5"), key("5", "thumbnail")] },
    { id: id("6"), receivedAt: young, keys: [key("6")] },
  ];
  expect(compare(objects, records, nowMs)).toEqual({
    leftOver: [key("1", "visualization"), key("2")],
    unnamed: [key("3"), "scans/readme"],
    missing: [key("5"), key("5", "thumbnail")],
  });
});

test.each([
  [86_400_000, false],
  [86_400_001, true],
])("after %i ms, being old is %s", (ageMs, expected) => expect(isOld(new Date(nowMs - ageMs), nowMs)).toBe(expected));

test.each([
  ["scans/00000000000000000000000a/image", "00000000000000000000000a"],
  ["evidence/ev_00000000000000000000000a/thumbnail", "ev_00000000000000000000000a"],
  ["scans/00000000000000000000000a/notes.txt", undefined],
  ["scans/00000000000000000000000a/image.tmp", undefined],
  ["scans/readme/image", undefined],
  ["backup/00000000000000000000000a/image", undefined],
  ["some/scans/00000000000000000000000a/image", undefined],
])("%s belongs to %s", (path, recordId) => expect(recordIdOf(path)).toBe(recordId));

test.each([
  [100, 100, false],
  [101, 101, true],
  [101, 1_010, false],
  [101, 1_009, true],
])("%i of %i objects without a record are suspicious: %s", (unnamed, seen, expected) =>
  expect(isSuspicious({ unnamed, seen })).toBe(expected),
);
