import { readFileSync } from "node:fs";
import path from "node:path";

/** A module with one file that has others in it, which are in what we release but are not installed. */
export type BuiltIn = {
  module: string;
  version: string;
  /** The others; `texts` are places in the list below, because many have the same licence. */
  builtIn: { name: string; version: string; license: string; texts: number[] }[];
  texts: string[];
};

type Component = { type: string; name: string; version: string; purl?: string; licenses?: object[] };
/** Bill of materials in the form of CycloneDX. */
export type Bom = { components: Component[] };

export const builtInFile = path.join(import.meta.dirname, "built-in.json");

/** Reads what write-built-in.ts has written. */
export const readBuiltIn = (): BuiltIn => JSON.parse(readFileSync(builtInFile, "utf8"));

/** Adds the modules that are built into another one to a bill of materials with that one. */
export function addBuiltIn(bom: Bom, { module, builtIn }: BuiltIn): void {
  const purlOf = (name: string) => `pkg:npm/${name.replace(/^@/, "%40")}@`;
  if (!bom.components.some(({ purl }) => purl?.startsWith(purlOf(module)))) return;
  for (const { name, version, license } of builtIn) {
    const purl = `${purlOf(name)}${version}`;
    bom.components.push({ type: "library", name, version, purl, licenses: [{ license: { name: license } }] });
  }
}

/** The licences of the modules that are built into one of the named modules, with their texts. */
export function licencesOfBuiltIn(names: readonly string[], { module, builtIn, texts }: BuiltIn): string[] {
  if (!names.includes(module)) return [];
  return builtIn.map((each) => {
    const heading = `${each.name} ${each.version} (built into ${module})`;
    return [heading, `Licence: ${each.license}`, ...each.texts.flatMap((at) => texts[at] ?? [])].join("\n\n");
  });
}
