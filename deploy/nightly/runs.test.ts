import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parts } from "./parts.ts";

const folder = path.resolve(import.meta.dirname, "../docs/runs");
const headOf = (file: string) => readFileSync(path.join(folder, file), "utf8").split("\n", 1)[0] ?? "";

/** Outputs that a part wrote before its statement changed; running the part again takes it off. The list only shrinks. */
const STALE = ["broken-lines", "loaded", "roll-out"];
/** Runs that README.md explains, by the part that they are of. */
const KEPT: Record<string, string> = {
  "rules-2": "rules",
  "rules-3": "rules",
  "rules-4": "rules",
  "simulation-ten-million": "simulation",
};

test("the last output of each part begins with what the part proves", () => {
  const heads = new Map(parts.map(({ name, about }) => [name, `${name}: ${about}`]));
  const runs = readdirSync(folder).flatMap((file) => /^(.*)\.txt$/.exec(file)?.[1] ?? []);
  expect(runs.length).toBeGreaterThan(30);
  const others = runs.filter((run) => headOf(`${run}.txt`) !== heads.get(KEPT[run] ?? run));
  expect(others.toSorted()).toEqual(STALE);
});
