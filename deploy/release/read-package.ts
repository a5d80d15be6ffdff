import { readFileSync } from "node:fs";
import path from "node:path";

type Versions = Record<string, string>;
type Manifest = {
  name: string;
  version: string;
  license?: string;
  type?: string;
  exports?: unknown;
  config?: { pnpm: string };
  dependencies?: Versions;
  optionalDependencies?: Versions;
  peerDependencies?: Versions;
};

/** The pinned pnpm, as npx takes it. */
export const pnpmOf = (root: string): string => readPackage(root).config?.pnpm ?? "pnpm";

/** The package.json of a folder. */
export function readPackage(folder: string): Manifest {
  const manifest: Manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return manifest;
}
