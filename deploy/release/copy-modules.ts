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
import { UNUSED_EVERYWHERE, unusedFiles } from "../modules/unused-files.ts";
import type { Parts, Platform } from "./platforms.ts";
import type { Product } from "./product.ts";
import { readPackage } from "./read-package.ts";

export type InstalledModule = { name: string; version: string; license: string; folder: string };

/** Returns patterns of the files that no program reads: sources, types, and what the set-up removes for the platform. */
const unusedOn = (platform: Platform): string[] => [
  "**/*.{md,markdown,ts,mts,cts,flow}",
  "**/{test,tests,__tests__,docs,example,examples,benchmark,.github}",
  UNUSED_EVERYWHERE,
  ...unusedFiles(platform).flatMap(({ module, remove }) => remove.map((pattern) => `${module}/${pattern}`)),
];
const STORE = "node_modules/.pnpm";
const HOISTED = `${STORE}/node_modules`;
const KEPT = /licen[cs]e|notice|copying/i;

/**
 * Finds the installed production modules of packages of a workspace, and what those depend on, in the order of their
 * names. `onLink` gets each link from a package or a module to a module.
 */
export function findModules(
  workspace: string,
  packages: readonly string[],
  { onLink }: { onLink?: (link: string) => void } = {},
): InstalledModule[] {
  const store = path.join(workspace, STORE);
  const found = new Map<string, InstalledModule>();
  /** Adds the linked module, and those beside it that it may load. */
  const add = (link: string): void => {
    onLink?.(link);
    const folder = realpathSync(link);
    const inStore = path.relative(store, folder);
    if (inStore.startsWith("..") || found.has(inStore)) return;
    const [id = ""] = inStore.split(path.sep);
    const { name, version, license = "see its licence file" } = readPackage(folder);
    found.set(inStore, { name, version, license, folder });
    const beside = dependenciesOf(folder).map((dependency) => path.join(store, id, "node_modules", dependency));
    for (const each of beside) if (existsSync(each)) add(each);
  };
  for (const each of packages) {
    const folder = path.join(workspace, each);
    const { optionalDependencies } = readPackage(folder);
    for (const dependency of dependenciesOf(folder)) {
      const link = path.join(folder, "node_modules", dependency);
      if (existsSync(link) || optionalDependencies?.[dependency] === undefined) add(link);
    }
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Copies the installed production modules of a product in the layout of pnpm: a folder for each version, and links.
 */
export function copyModules({ workspace, platform }: Parts, app: string, { packages }: Product): void {
  const onLink = (link: string) => copyLink(link, path.join(app, path.relative(workspace, link)));
  const folders = new Set(findModules(workspace, packages, { onLink }).map(({ folder }) => folder));
  for (const folder of folders)
    cpSync(folder, path.join(app, path.relative(workspace, folder)), { recursive: true, verbatimSymlinks: true });
  // Some modules load others that they do not declare: pnpm has a link to each here.
  const hoisted = globSync("{*,@*/*}", { cwd: path.join(workspace, HOISTED) });
  for (const link of hoisted.map((name) => path.join(workspace, HOISTED, name)))
    if (folders.has(realpathSync(link))) onLink(link);
  for (const id of readdirSync(path.join(app, STORE))) {
    const folder = path.join(app, STORE, id, "node_modules");
    for (const pattern of unusedOn(platform))
      for (const file of globSync(pattern, { cwd: folder }))
        if (!KEPT.test(path.basename(file))) rmSync(path.join(folder, file), { recursive: true, force: true });
  }
}

function dependenciesOf(folder: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = readPackage(folder);
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}

function copyLink(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  symlinkSync(readlinkSync(from), to);
}
