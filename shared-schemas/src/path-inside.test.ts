import path from "node:path";
import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { pathInside, UnsafeNameError } from "./path-inside.ts";

describe("pathInside", () => {
  test.each([
    [["a"], "/data/a"],
    [["a/b", "c.txt"], "/data/a/b/c.txt"],
    [["..a", "b.."], "/data/..a/b.."],
    [["Übersee 1.tif"], "/data/Übersee 1.tif"],
  ] as [[string, ...string[]], string][])("makes a path of %j", (names, expected) => {
    expect(pathInside("/data", ...names)).toBe(expected);
    expect(pathInside("/data/", ...names)).toBe(expected);
  });

  test("takes every kind of folder", () => {
    expect(["/", "data", "."].map((folder) => pathInside(folder, "a"))).toEqual(["/a", "data/a", "./a"]);
  });

  test.each([
    "",
    ".",
    "..",
    "/",
    "/etc/passwd",
    "../x",
    "a/../..",
    "a//b",
    "a/",
    "a\0",
    "a\\b",
    "\ud800",
    "ä".repeat(128),
  ])("refuses %j and quotes it", (name) => {
    expect(() => pathInside("/data", "fine", name)).toThrow(UnsafeNameError);
    expect(() => pathInside("/data", name)).toThrow(JSON.stringify(name.slice(0, 50)).slice(0, -1));
  });

  test("returns only paths inside the folder, whatever the name is made of", () => {
    const part = oneof(constantFrom("..", ".", "/", "\\", "\0", "a", "~"), string({ maxLength: 5 }));
    const names = array(part, { maxLength: 8 }).map((parts) => parts.join(""));
    assert(
      property(names, (name) => {
        try {
          const made = pathInside("/data/box", name);
          expect([path.resolve(made), made.startsWith("/data/box/")]).toEqual([made, true]);
        } catch (error) {
          if (!(error instanceof UnsafeNameError)) throw error;
        }
      }),
      { numRuns: 1_000, seed: 36 },
    );
  });
});
