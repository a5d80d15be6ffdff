// node deploy/modules/write-built-in.ts: writes built-in.json for the installed version of @scalar/api-reference, with
// its dependencies as npm's registry has them, because they are in its file and are not installed.
import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BuiltIn, builtInFile } from "./built-in.ts";

const MODULE = "@scalar/api-reference";
const cloud = path.resolve(import.meta.dirname, "../../cloud/package.json");
const version: string = JSON.parse(readFileSync(cloud, "utf8")).dependencies[MODULE];
const folder = mkdtempSync(path.join(tmpdir(), "built-in-"));
try {
  const options = ["--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--omit=peer", "--omit=dev"];
  execFileSync("npm", ["install", ...options, `${MODULE}@${version}`], { stdio: ["ignore", "ignore", "inherit"] });
  const texts: string[] = [];
  const known = new Map<string, BuiltIn["builtIn"][number]>();
  for (const manifest of globSync("**/node_modules/{*,@*/*}/package.json", { cwd: folder })) {
    const place = path.join(folder, path.dirname(manifest));
    const {
      name,
      version: found,
      license = "see its licence file",
    } = JSON.parse(readFileSync(path.join(folder, manifest), "utf8"));
    const own = globSync("{LICEN[CS]E,licen[cs]e,NOTICE,COPYING}*", { cwd: place })
      .map((file) => readFileSync(path.join(place, file), "utf8").replaceAll("\r\n", "\n").trim())
      .map((text) => (texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1));
    if (name !== MODULE) known.set(`${name}@${found}`, { name, version: found, license, texts: own });
  }
  const builtIn = [...known.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  writeFileSync(builtInFile, `${JSON.stringify({ module: MODULE, version, builtIn, texts }, null, 1)}\n`);
  console.log(`${builtIn.length} modules, ${texts.length} texts of licences`);
} finally {
  rmSync(folder, { recursive: true });
}
