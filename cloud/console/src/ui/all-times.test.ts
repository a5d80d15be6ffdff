import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const WRITING =
  /\btoLocale(Date|Time)String\(|\bDate\([^)]*\)\.toLocaleString\(|\bDateTimeFormat\(|\.get(Hours|Date|Day)\(/;

test("times are written in the zone of the user, which only the common parts know how to do", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes(".test.") && !file.startsWith(`ui${path.sep}`),
  );
  const writers = files.filter((file) => WRITING.test(readFileSync(path.join(root, file), "utf8")));
  // The zone of the device, for a user who has chosen none.
  expect(writers).toEqual([path.join("today", "today-api.ts")]);
});
