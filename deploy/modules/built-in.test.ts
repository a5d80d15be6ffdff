import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { withBuiltIn } from "../advisories/advisory-rules.ts";
import { readPackage } from "../release/read-package.ts";
import { addBuiltIn, type Bom, licencesOfBuiltIn, readBuiltIn } from "./built-in.ts";

const root = path.resolve(import.meta.dirname, "../..");
const record = readBuiltIn();

test("what is built into the reference of the API is recorded for its installed version, and not installed", () => {
  const { version, dependencies } = readPackage(path.join(root, "cloud/node_modules", record.module));
  expect(record.version, "run node deploy/modules/write-built-in.ts").toBe(version);
  const names = Object.keys(dependencies ?? {});
  const recorded = new Set(record.builtIn.map(({ name }) => name));
  expect(names.filter((name) => !recorded.has(name))).toEqual([]);
  const { overrides } = parse(readFileSync(path.join(root, "pnpm-workspace.yaml"), "utf8"));
  expect(names.filter((name) => overrides[`${record.module}>${name}`] !== "-")).toEqual([]);
});

test("releases with the reference name what is built into it, with licences, and others do not", () => {
  const holder = { type: "library", name: "api-reference", version: "1", purl: "pkg:npm/%40scalar/api-reference@1" };
  const boms: Bom[] = [{ components: [holder] }, { components: [] }];
  for (const bom of boms) addBuiltIn(bom, record);
  const [withIt, without] = boms.map(({ components }) => components.map(({ purl = "" }) => purl));
  expect(withIt).toContainEqual(expect.stringMatching(/^pkg:npm\/vue@3\./));
  expect(withIt).toContainEqual(expect.stringMatching(/^pkg:npm\/%40vue\/shared@3\./));
  expect(without).toEqual([]);
  const vue = licencesOfBuiltIn([record.module], record).find((text) => text.startsWith("vue 3"));
  expect(vue).toContain("Licence: MIT");
  expect(vue).toContain("Permission is hereby granted");
  expect(licencesOfBuiltIn(["hono"], record)).toEqual([]);
});

test("advisories are asked for what is built in, where its module is locked", () => {
  const locked = new Map([
    [record.module, [record.version]],
    ["yaml", ["1.0.0"]],
  ]);
  const all = withBuiltIn(locked, record);
  expect(all.get("vue")).toEqual([expect.stringMatching(/^3\./)]);
  expect(all.get("yaml")).toContain("1.0.0");
  expect(all.get("yaml")?.length).toBeGreaterThan(1);
  expect(withBuiltIn(new Map([["yaml", ["1.0.0"]]]), record)).toEqual(new Map([["yaml", ["1.0.0"]]]));
});
