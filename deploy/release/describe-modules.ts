import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { InstalledModule } from "./copy-modules.ts";
import type { Parts } from "./platforms.ts";
import { pnpmOf } from "./read-package.ts";

type Bom = { components: object[] };

/** Writes the bill of materials of the edge agent (CycloneDX): the modules of the platform, as pnpm lists them, and Node.js. */
export function writeBom({ workspace }: Parts, file: string): void {
  const form = ["--prod", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--out", file];
  const command = ["--yes", pnpmOf(workspace), "--filter", "@container-inspection/edge-agent", "sbom", ...form];
  execFileSync("npx", command, { cwd: workspace, stdio: ["ignore", "ignore", "inherit"] });
  const bom: Bom = JSON.parse(readFileSync(file, "utf8"));
  const { node: version } = process.versions;
  const node = { type: "application", name: "node", version, purl: `pkg:generic/node@${version}` };
  bom.components.unshift({ ...node, licenses: [{ license: { id: "MIT" } }] });
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
}

/** The licences of Node.js and all modules, with their texts. */
export function composeNotices({ node: folder }: Parts, modules: readonly InstalledModule[]): string {
  const node = {
    name: "node",
    version: process.versions.node,
    license: "MIT, and those of its parts",
    folder,
  };
  return [node, ...modules]
    .map(({ name, version, license, folder }) => {
      // npm's package of Node.js has the licence in the package of its platform.
      const files = globSync(["{LICEN[CS]E,licen[cs]e,NOTICE,COPYING}*", "node_modules/node-*/LICENSE"], {
        cwd: folder,
      });
      if (name === "node" && files.length === 0) throw new Error(`${folder} has no licence of Node.js`);
      const texts = files.map((file) => readFileSync(path.join(folder, file), "utf8").trim());
      return [`${name} ${version}`, `Licence: ${license}`, ...texts].join("\n\n");
    })
    .join(`\n\n${"-".repeat(80)}\n\n`);
}
