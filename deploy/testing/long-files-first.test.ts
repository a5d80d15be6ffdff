import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { secondsOf } from "./long-files-first.ts";

test("the files whose durations are known exist", () => {
  const root = path.resolve(import.meta.dirname, "../..");
  expect(secondsOf.size).toBeGreaterThan(50);
  expect([...secondsOf.keys()].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
