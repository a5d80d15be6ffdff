import { chownSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { writePrivate } from "../base/write-private.ts";

/** Returns the folder of the hash of the page's password and of its certificate with its key. */
const folderIn = (dataDir: string): string => path.join(dataDir, "page");

/** The path of a file of the page. */
export const privateFile = (dataDir: string, name: string): string => pathInside(folderIn(dataDir), name);

/**
 * Writes a file of the page in one step. Only the owner of the data folder can read it, also where an administrator ran
 * the command that writes it.
 */
export function writePrivateFile(dataDir: string, name: string, text: string): void {
  const folder = folderIn(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(dataDir);
    chownSync(folder, uid, gid);
  }
  writePrivate(privateFile(dataDir, name), text);
}
