// node keep-what-runs.mjs BUILT TARGET PACKAGE…: copies packages of the workspace and their installed modules to TARGET,
// without tests, sources of the console, training data and the libraries of other platforms. The programs are those
// that the compiler has written to BUILT, in the places of their sources.
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { removeUnused } from "../modules/remove-unused.ts";
import { unusedFiles } from "../modules/unused-files.ts";

const [built, target, ...packages] = process.argv.slice(2);

for (const entry of ["package.json", "LICENSE", "node_modules", ...packages])
  cpSync(entry, path.join(target, entry), { recursive: true, verbatimSymlinks: true });

const unused = [
  "*/{bench,*.config.ts,tsconfig.json}",
  "*/src/**/*.{ts,mts,md,snap}",
  "*/src/**/{fixtures,testing}",
  "cloud/client",
  "cloud/console/!(dist)",
  "edge-agent/models/{training,evaluation}",
];
removeUnused(target, unusedFiles({ os: process.platform, cpu: process.arch }));
for (const pattern of unused)
  for (const file of globSync(pattern, { cwd: target }))
    rmSync(path.join(target, file), { recursive: true, force: true });

for (const name of packages) {
  cpSync(path.join(built, name, "src"), path.join(target, name, "src"), { recursive: true });
  const manifest = path.join(target, name, "package.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replaceAll(/("\.\/src\/[^"]+)\.ts"/g, '$1.js"'));
}
