import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { replaceFile } from "../base/replace-file.ts";

export type FoundFile = { name: string; sizeBytes: number; modifiedMs: number };

export type SeenFiles = {
  /** True when nothing was remembered yet: the folder is watched for the first time. */
  isNew: boolean;
  has(file: FoundFile): boolean;
  add(file: FoundFile): void;
};

/** Distinguishes a file from every other one that the folder ever holds. */
export const keyOf = ({ name, sizeBytes, modifiedMs }: FoundFile) => JSON.stringify([name, sizeBytes, modifiedMs]);

/**
 * Remembers in `stateFile` which files of a folder were read, so that a restart reads none twice. Only files that are
 * still in the folder are kept. Without a file, they are remembered until the process ends.
 */
export function openSeenFiles(stateFile: string | undefined, present: readonly FoundFile[]): SeenFiles {
  const isNew = stateFile === undefined || !existsSync(stateFile);
  const before = new Set(isNew || stateFile === undefined ? [] : readFileSync(stateFile, "utf8").split("\n"));
  const seen = new Set(present.map(keyOf).filter((line) => before.has(line)));
  if (stateFile !== undefined) {
    mkdirSync(path.dirname(stateFile), { recursive: true });
    replaceFile(stateFile, [...seen].map((line) => `${line}\n`).join(""));
  }
  return {
    isNew,
    has: (file) => seen.has(keyOf(file)),
    add(file) {
      seen.add(keyOf(file));
      if (stateFile !== undefined) appendFileSync(stateFile, `${keyOf(file)}\n`);
    },
  };
}
