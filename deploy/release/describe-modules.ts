import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { InstalledModule } from "./copy-modules.ts";

/** The bill of materials in the form of CycloneDX 1.6: the modules and Node.js, with versions and licences. */
export function composeBom(parts: { version: string; nodeVersion: string; modules: readonly InstalledModule[] }) {
  const { version, nodeVersion, modules } = parts;
  const node = { type: "application", name: "node", version: nodeVersion, purl: `pkg:generic/node@${nodeVersion}` };
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "application", name: "edge-agent", version, purl: `pkg:generic/edge-agent@${version}` },
    },
    components: [
      { ...node, licenses: [{ license: { id: "MIT" } }] },
      ...modules.map(({ name, version: own, license }) => ({
        type: "library",
        name,
        version: own,
        purl: `pkg:npm/${name.replace("@", "%40")}@${own}`,
        licenses: [{ expression: license }],
      })),
    ],
  };
}

/** The licences of all modules, with their texts. */
export function composeNotices(modules: readonly InstalledModule[]): string {
  return modules
    .map(({ name, version, license, folder }) => {
      const files = globSync("{LICEN[CS]E,licen[cs]e,NOTICE,COPYING}*", { cwd: folder });
      const texts = files.map((file) => readFileSync(path.join(folder, file), "utf8").trim());
      return [`${name} ${version}`, `Licence: ${license}`, ...texts].join("\n\n");
    })
    .join(`\n\n${"-".repeat(80)}\n\n`);
}
