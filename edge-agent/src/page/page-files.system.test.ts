import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { transformSync } from "amaro";
import { expect, test } from "vitest";
import { readPageFiles } from "./page-files.ts";

/** Reads pairs of a name and a text, and prints the names of those that are no JavaScript module, with the reason. */
const PARSE = `
  const { SourceTextModule } = require("node:vm");
  for (const [name, code] of JSON.parse(require("node:fs").readFileSync(0, "utf8"))) {
    try { new SourceTextModule(code) } catch (error) { console.log(name + ": " + error.message) }
  }`;

test("TypeScript reaches a browser as JavaScript without types, each character where it was", async () => {
  const served = [...readPageFiles().files].filter(([name]) => name.endsWith(".ts"));
  expect(served.map(([name]) => name)).toContain("main.ts");
  const modules = await Promise.all(
    served.map(async ([name, file]): Promise<[string, string]> => [name, Buffer.from(await file.read()).toString()]),
  );
  const args = ["--experimental-vm-modules", "--no-warnings", "-e", PARSE];
  const parsed = spawnSync(process.execPath, args, { input: JSON.stringify(modules), encoding: "utf8" });
  expect(parsed).toMatchObject({ status: 0, stdout: "", stderr: "" });
  // Some types also parse as comparisons: useState<string>("").
  expect(modules.map(([name, code]) => [name, transformSync(code, { mode: "strip-only" }).code])).toEqual(modules);
  const moved = modules.filter(([name, code]) => {
    const source = readFileSync(path.resolve(import.meta.dirname, "../../page", name), "utf8");
    return Array.from(code.matchAll(/\S/g)).some(({ 0: character, index }) => character !== source[index]);
  });
  expect(moved).toEqual([]);
});
