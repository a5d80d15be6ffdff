import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { withSettingsTable } from "./settings-table.ts";

test("the README's table of settings is the one that `npm --prefix cloud run settings-table` writes", () => {
  const readme = readFileSync(path.resolve(import.meta.dirname, "../../../README.md"), "utf8");
  expect(readme).toBe(withSettingsTable(readme));
});
