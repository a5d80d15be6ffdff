import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { withSettingsTable } from "./settings-table.ts";

test("the chapter's table of settings is the one that `npm --prefix cloud run settings-table` writes", () => {
  const file = path.resolve(import.meta.dirname, "../../../../deploy/docs/administrator/settings.md");
  const chapter = readFileSync(file, "utf8");
  expect(chapter).toBe(withSettingsTable(chapter));
});
