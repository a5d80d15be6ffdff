import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { readPackage } from "./read-package.ts";

/** Specifiers of own modules: `"./x.ts"` in imports, and in the URLs of programs and workers. */
const OWN_MODULE = /(["'])(\.{1,2}\/[^"'\n]*)\.ts\1/g;
const UNUSED = /\.(?:test|nightly)\.ts$|(?:^|\/)(?:testing|fixtures)(?:\/|\.ts$)/;

/** Writes the TypeScript of a folder as JavaScript, with the lines of the sources, and without what tests use. */
export function compileFolder(from: string, to: string): void {
  for (const name of globSync("**/*.ts", { cwd: from })) {
    if (UNUSED.test(name)) continue;
    const target = path.join(to, name.replace(/\.ts$/, ".js"));
    mkdirSync(path.dirname(target), { recursive: true });
    const code = stripTypeScriptTypes(readFileSync(path.join(from, name), "utf8"), { mode: "strip" });
    writeFileSync(target, code.replaceAll(OWN_MODULE, "$1$2.js$1"));
  }
  const isData = (file: string) => !/\.(?:ts|md|py)$/.test(file);
  for (const name of globSync("**/*.*", { cwd: from, withFileTypes: true })) {
    const file = path.relative(from, path.join(name.parentPath, name.name));
    if (name.isFile() && isData(file) && !UNUSED.test(file)) cpSync(path.join(from, file), path.join(to, file));
  }
}

/** Writes the package.json of a package of the workspace, whose entries are JavaScript now. */
export function writePackage(from: string, to: string): void {
  const { name, version, license, type, exports, dependencies } = readPackage(from);
  const text = JSON.stringify({ name, version, license, type, exports, dependencies }, null, 2);
  writeFileSync(path.join(to, "package.json"), `${text.replaceAll(/(\.\/[^"]*)\.ts"/g, '$1.js"')}\n`);
}
