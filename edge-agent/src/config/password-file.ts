import { readFileSync } from "node:fs";
import { privateFile, writePrivateFile } from "./page-folder.ts";

const FILE = "password";

/** The hash of the page's password; undefined where none is set. */
export function readPasswordHash(dataDir: string): string | undefined {
  try {
    return readFileSync(privateFile(dataDir, FILE), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the hash where only the agent's user can read it; a running agent uses it from the next request on. */
export function writePasswordHash(dataDir: string, hash: string): void {
  writePrivateFile(dataDir, FILE, `${hash}\n`);
}
