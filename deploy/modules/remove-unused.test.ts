import { existsSync, globSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readSources } from "../read-imports.ts";
import { ownPlatform } from "../release/platforms.ts";
import { folderMebibytes } from "./folder-size.ts";
import { removeUnused } from "./remove-unused.ts";
import { UNUSED_EVERYWHERE, unusedFiles } from "./unused-files.ts";

const root = path.resolve(import.meta.dirname, "../..");
const list = unusedFiles(ownPlatform);
const isFolder = (place: string) => lstatSync(path.join(root, place)).isDirectory();
const foldersOf = (module: string) => globSync(`node_modules/.pnpm/*/node_modules/${module}`, { cwd: root });

describe("what the set-up has installed", () => {
  test.each(list)("has of $module only what is loaded here", ({ module, remove, leftBehind = [], keeps }) => {
    const folders = foldersOf(module).filter(isFolder);
    expect(folders).not.toEqual([]);
    for (const folder of folders) {
      expect(
        [...remove, ...leftBehind].flatMap((pattern) => globSync(pattern, { cwd: path.join(root, folder) })),
      ).toEqual([]);
      expect(keeps.filter((file) => !existsSync(path.join(root, folder, file)))).toEqual([]);
    }
  });

  test("has the entry of each module that sources import by its name", () => {
    // Resolving throws where the file is missing.
    const imported = new Set(readSources().flatMap(({ imports }) => imports.map(({ target }) => target)));
    const entries = list
      .filter(({ module }) => imported.has(module))
      .flatMap(({ module }) =>
        foldersOf(module)
          .filter(isFolder)
          .map((folder) => ({ module, folder })),
      )
      .map(({ module, folder }) => createRequire(path.join(root, folder, "package.json")).resolve(module));
    expect(entries.length).toBeGreaterThan(3);
  });

  test("has no maps", () => {
    const store = path.join(root, "node_modules/.pnpm");
    expect(globSync(`*/node_modules/${UNUSED_EVERYWHERE}`, { cwd: store })).toEqual([]);
    const starting = readSources().filter(({ text }) => /--enable-source-maps|setSourceMaps/.test(text));
    expect(starting.map(({ file }) => file)).toEqual([]);
  });

  // DuckDB is one library of 67 MiB, which the service loads where it keeps tracking events in files.
  test("takes less than 1,120 MiB, where tests and builds keep nothing", () => {
    const mebibytes = folderMebibytes(path.join(root, "node_modules/.pnpm"));
    console.info(`node_modules takes ${mebibytes.toFixed(0)} MiB`);
    expect(mebibytes).toBeGreaterThan(300);
    expect(mebibytes).toBeLessThan(1_120);
  });

  test("is imported by names that lead to files that are kept", () => {
    const parts = list.map(({ module }) => `${module}/`);
    const deep = readSources().flatMap(({ imports }) =>
      imports.map(({ target }) => target).filter((target) => parts.some((part) => target.startsWith(part))),
    );
    // An entry of that package, which reads dist/pg_trgm.tar.gz.
    expect([...new Set(deep)]).toEqual(["@electric-sql/pglite/contrib/pg_trgm"]);
  });
});

describe("removing", () => {
  const entry = { module: "@kit/tool", remove: ["lib/!(here)"], keeps: ["lib/here/a.node"], reason: "Ten platforms." };

  /** A workspace as pnpm installs it, with one module. */
  function install(...files: string[]) {
    const workspace = mkdtempSync(path.join(tmpdir(), "unused-"));
    onTestFinished(() => rmSync(workspace, { recursive: true }));
    const folder = path.join(workspace, "node_modules/.pnpm/@kit+tool@1.0.0/node_modules/@kit/tool");
    for (const file of files) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), file);
    }
    const left = () => globSync("**/*.*", { cwd: folder }).toSorted();
    return { workspace, folder, left };
  }

  test("takes the files of the list and all maps, once", () => {
    const { workspace, folder, left } = install("lib/here/a.node", "lib/there/b.node", "lib/here/a.js.map");
    removeUnused(workspace, [entry]);
    expect(left()).toEqual(["lib/here/a.node"]);
    removeUnused(workspace, [entry]);
    expect(left()).toEqual(["lib/here/a.node"]);
    expect(readFileSync(path.join(folder, ".unused-removed"), "utf8")).toBe("lib/!(here)");
    // A longer list removes the rest, and a module that was installed again is cleared again.
    writeFileSync(path.join(folder, "more.txt"), "");
    removeUnused(workspace, [{ ...entry, remove: [...entry.remove, "more.txt"] }]);
    expect(left()).toEqual(["lib/here/a.node"]);
    // A shorter one cannot bring files back.
    expect(() => removeUnused(workspace, [entry])).toThrow(/earlier set-up removed .*delete node_modules/);
  });

  test("takes what an install script left behind, if it exists", () => {
    const { workspace, left } = install("lib/here/a.node", "lib/there/b.node", "node_modules/kit/c.node");
    const withScript = { ...entry, leftBehind: ["node_modules"] };
    removeUnused(workspace, [withScript]);
    expect(left()).toEqual(["lib/here/a.node"]);
    expect(() => removeUnused(workspace, [withScript])).not.toThrow();
  });

  test.each([
    { name: "without the file that is kept", files: ["lib/linux-here/a.node", "lib/there/b.node"], missing: "here/a" },
    { name: "without anything to remove", files: ["lib/here/a.node"], missing: String.raw`lib/!\(here\)` },
  ])("refuses a version of the module $name, and touches nothing", ({ files, missing }) => {
    const { workspace, left } = install(...files);
    expect(() => removeUnused(workspace, [entry])).toThrow(new RegExp(`tool has no .*${missing}.*unused-files.ts`));
    expect(left()).toEqual(files.toSorted());
  });
});
