import { expect, test } from "vitest";
import { hasTooManyRows } from "./count-rows.ts";

test.each<[string, boolean]>([
  ["B/L\n" + "B1\n".repeat(40), true],
  ['"a\n' + "B1\n".repeat(40) + '"', false],
  ["B/L\n" + "\r\n".repeat(40), false],
  ['{"billOfLading":"B1"}\n'.repeat(40), true],
  ['{"billOfLading":"B1"} \r\n'.repeat(40), true],
  ["{\n" + '"billOfLading":\n'.repeat(40), false],
  ['{"billOfLading":\n'.repeat(40), false],
  [" [\n" + '{"billOfLading":"B1"},\n'.repeat(40), false],
  ["UNB+UNOC:3'\n" + "CNI+1'\n".repeat(40), false],
  ['\uFEFF<?xml version="1.0"?>\n' + "<a/>\n".repeat(40), false],
])("the lines of %j are counted only where they are rows", (text, isTooLong) =>
  expect(hasTooManyRows(Buffer.from(text), 10)).toBe(isTooLong),
);
