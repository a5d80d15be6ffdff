import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { findLoosePaths } from "./find-loose-paths.ts";

describe("paths", () => {
  const root = path.resolve(import.meta.dirname, "..");
  const programs = ["edge-agent/src", "cloud/src"]
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
    )
    .filter(
      (file) =>
        file.endsWith(".ts") && !/\.test\.ts$|\/testing\/|\/guarantees\/|testing\.ts$|-contract\.ts$/.test(file),
    )
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
  /** Paths that a person wrote in a configuration lead wherever that person wants; this list may only shrink. */
  const WRITTEN_BY_PERSONS = ["edge-agent/src/config/path-of-setting.ts"];

  test("are made of constants, and of any other name by pathInside, which refuses what leaves the folder", () => {
    const wrong = programs.flatMap(({ file, text }) => findLoosePaths(text).map((call) => `${file}: ${call}`));
    expect(wrong.filter((each) => !WRITTEN_BY_PERSONS.some((file) => each.startsWith(`${file}:`)))).toEqual([]);
    for (const file of WRITTEN_BY_PERSONS) expect(wrong.join("\n")).toContain(file);
  });

  test.each([
    "path.join(folder, name)",
    "path.join(folder, `${id}.release`)",
    'path.join(folder, "cameras", camera.id)',
    "path.resolve(folder, parsed.data.file)",
    "path.posix.join(releasesFolder(dataDir), releaseId)",
    "path.join(...parts)",
    "path.join(folder, (name))",
    "`${folder}/${name}`",
    "`${folder(config)}/kept/${name}.json`",
    'folder + "/" + name',
    'import { join } from "node:path"',
    'import * as path from "path"',
  ])("the rule sees %s", (text) => expect(findLoosePaths(text)).toHaveLength(1));

  test.each([
    'path.join(folder, "applied.json")',
    "path.join(path.dirname(file), MANIFEST_FILE)",
    "path.resolve(file)",
    'path.resolve(import.meta.dirname, "../models")',
    "pathInside(folder, name)",
    'error.path.join(".")',
    'import path from "node:path"',
  ])("the rule accepts %s", (text) => expect(findLoosePaths(text)).toEqual([]));
});
