import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const manual = readFileSync(path.join(root, "deploy/docs/technician/scans.md"), "utf8");
/** The lines of the log that the manual names, up to what differs from one to the next. */
const lines = manual
  .split("### Unusual input, and its outcome")[1]!
  .split("\n\n")[1]!
  .split("\n")
  .slice(2)
  .map((row) => /`([^`…]+?)(?: …)?`/.exec(row.split("|")[3] ?? "")?.[1] ?? row);
const sources = globSync("edge-agent/src/**/*.ts", { cwd: root });
const readAll = (isTest: boolean) =>
  sources
    .filter((file) => file.endsWith(".test.ts") === isTest && !file.endsWith("unusual-input.test.ts"))
    .map((file) => readFileSync(path.join(root, file), "utf8"))
    .join("\n");

test("each unusual input of a lane has an outcome, a line in the log and a test that names the line", () => {
  expect(lines.length).toBeGreaterThan(8);
  const [source, tests] = [readAll(false), readAll(true)];
  expect(lines.filter((line) => !source.includes(line))).toEqual([]);
  expect(lines.filter((line) => !tests.includes(line))).toEqual([]);
});
