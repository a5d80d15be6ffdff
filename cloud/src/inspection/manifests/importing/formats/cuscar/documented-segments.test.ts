import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { others, readers } from "./read-cuscar.ts";

test("the chapter for integrators states each segment that is read, and each that is known and not kept", () => {
  const chapter = path.resolve(import.meta.dirname, "../../../../../../../deploy/docs/integrator/edifact.md");
  const text = readFileSync(chapter, "utf8");
  const rows = text.split("\n").filter((line) => /^\| [A-Z]{3}/.test(line));
  const documented = rows.flatMap((row) => {
    const cell = row.split("|")[1]?.trim() ?? "";
    return /^[A-Z]{3}(?:, [A-Z]{3})+$/.test(cell) ? cell.split(", ") : [cell.slice(0, 3)];
  });
  expect([...new Set(documented)].toSorted()).toEqual([...readers.keys()].toSorted());
  for (const tag of others.keys()) expect(text).toMatch(new RegExp(`\\b${tag}\\b`));
});
