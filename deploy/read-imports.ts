import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

/** An import of one file; `isLate` for `import("…")`, which runs when its line does. */
export type Import = { from: string; target: string; typeOnly: boolean; isLate: boolean };
/** A source file by its path from the root of the checkout. */
export type Source = { file: string; text: string; imports: Import[] };

/** The TypeScript files below a folder, by their paths from the root. */
export function filesUnder(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => path.posix.join(folder, file));
}

/** Reads a file's imports; relative ones become paths from the root, our own packages their folder. */
export function readSource(file: string): Source {
  const text = readFileSync(path.join(root, file), "utf8");
  const pattern =
    /^(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
  const found = [...text.matchAll(pattern)].map(([, type, from, dynamic]) => ({
    from: file,
    target: resolveImport(file, from ?? dynamic ?? ""),
    typeOnly: type !== undefined,
    isLate: dynamic !== undefined,
  }));
  return { file, text, imports: found };
}

function resolveImport(file: string, target: string): string {
  if (target.startsWith(".")) return path.posix.join(path.posix.dirname(file), target);
  const schemas = /^@container-inspection\/shared-schemas\/(.+?)(\.ts)?$/.exec(target)?.[1];
  return schemas === undefined ? target : `shared-schemas/src/${schemas}.ts`;
}

const FOLDERS = [
  "shared-schemas/src",
  "cloud/src",
  "cloud/client/src",
  "cloud/console/src",
  "edge-agent/src",
  "edge-agent/page",
];

/** Reads the sources of the programs and their pages, with their tests. */
export const readSources = (): Source[] => FOLDERS.flatMap((folder) => filesUnder(folder)).map(readSource);

/** True for a source that belongs to the product, not to its tests. */
export const isProduct = ({ file }: Source): boolean =>
  !/\.test\.tsx?$|\/testing\/|\/guarantees\/|testing\.ts$|-contract\.ts$/.test(file);
