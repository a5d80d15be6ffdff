import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";
import type { Parts, Platform } from "./platforms.ts";
import { readPackage } from "./read-package.ts";

export type InstalledModule = { name: string; version: string; license: string; folder: string };

/** What no program reads: sources, types, other platforms. */
const unusedOn = ({ os, cpu }: Platform): string[] => [
  "**/*.{map,md,markdown,ts,mts,cts,flow}",
  "**/{test,tests,__tests__,docs,example,examples,benchmark,.github}",
  "better-sqlite3/{deps,src}",
  `better-sqlite3/prebuilds/!(${os}-${cpu}).node`,
  `onnxruntime-node/bin/*/!(${os})`,
  `onnxruntime-node/bin/*/${os}/!(${cpu})`,
];
const KEPT = /licen[cs]e|notice|copying/i;

/**
 * Copies the installed production modules of packages of the workspace, and what those depend on, in the layout of
 * pnpm: a folder for each version, and links. Returns them in the order of their names.
 */
export function copyModules(
  { workspace, platform }: Parts,
  app: string,
  packages: readonly string[],
): InstalledModule[] {
  const store = path.join(workspace, "node_modules/.pnpm");
  const copied = new Map<string, InstalledModule>();
  /** Copies the module that a link names, and those that lie beside it: what it may load. */
  const copy = (link: string): void => {
    const folder = realpathSync(link);
    const inStore = path.relative(store, folder);
    if (inStore.startsWith("..") || copied.has(inStore)) return;
    const [id = ""] = inStore.split(path.sep);
    const target = path.join(app, "node_modules/.pnpm", inStore);
    cpSync(folder, target, { recursive: true, verbatimSymlinks: true });
    const { name, version, license = "see its licence file" } = readPackage(folder);
    copied.set(inStore, { name, version, license, folder });
    const needed = dependenciesOf(folder);
    for (const dependency of needed) {
      const beside = path.join(store, id, "node_modules", dependency);
      if (!existsSync(beside)) continue;
      copyLink(beside, path.join(app, "node_modules/.pnpm", id, "node_modules", dependency));
      copy(beside);
    }
  };
  for (const each of packages) {
    for (const dependency of dependenciesOf(path.join(workspace, each))) {
      const link = path.join(workspace, each, "node_modules", dependency);
      copyLink(link, path.join(app, each, "node_modules", dependency));
      copy(link);
    }
  }
  for (const modules of readdirSync(path.join(app, "node_modules/.pnpm"))) {
    const folder = path.join(app, "node_modules/.pnpm", modules, "node_modules");
    for (const pattern of unusedOn(platform))
      for (const file of globSync(pattern, { cwd: folder }))
        if (!KEPT.test(path.basename(file))) rmSync(path.join(folder, file), { recursive: true, force: true });
  }
  return [...copied.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function dependenciesOf(folder: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = readPackage(folder);
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}

function copyLink(from: string, to: string): void {
  if (existsSync(to)) return;
  mkdirSync(path.dirname(to), { recursive: true });
  symlinkSync(readlinkSync(from), to);
}
