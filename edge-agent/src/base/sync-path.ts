import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";

/** Makes a file's bytes, or the names in a folder, survive a power cut. */
export function syncPath(fileOrFolder: string): void {
  const descriptor = openSync(fileOrFolder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Creates a folder, and the missing folders above it, so that they survive a power cut together with their later
 * content.
 */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return;
  const highest = path.dirname(path.resolve(first));
  for (let made = path.resolve(folder); made !== highest; made = path.dirname(made)) syncPath(path.dirname(made));
}
