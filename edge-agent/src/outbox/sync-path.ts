import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes a file's bytes, or the names in a folder, survive a power cut. */
export function syncPath(fileOrFolder: string): void {
  const descriptor = openSync(fileOrFolder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
