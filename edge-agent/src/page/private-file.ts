import { chownSync, mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Where the page keeps its password's hash, and its certificate with its key. */
const folderIn = (dataDir: string): string => path.join(dataDir, "page");

/** The path of a file of the page. */
export const privateFile = (dataDir: string, name: string): string => path.join(folderIn(dataDir), name);

/**
 * Writes a file of the page in one step. Only the owner of the data folder can read it, also where an administrator ran
 * the command that writes it.
 */
export function writePrivateFile(dataDir: string, name: string, text: string): void {
  const folder = folderIn(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = privateFile(dataDir, name);
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  const { uid, gid } = statSync(dataDir);
  if (process.getuid?.() === 0) for (const each of [folder, `${file}.new`]) chownSync(each, uid, gid);
  renameSync(`${file}.new`, file);
}
