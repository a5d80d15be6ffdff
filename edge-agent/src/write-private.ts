import { chmodSync, chownSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readFailure } from "./key-file.ts";

/**
 * Writes a file in one step that only its owner can read. Run by root, the file belongs to the owner of the previous
 * file, or else of the folder, so that the agent's user can read it. Throws an Error with the reason and the fix.
 */
export function writePrivate(file: string, text: string): void {
  replaceFile(file, text, () => renameSync(`${file}.new`, file));
}

/** Checks that a private file can be written, before a step that cannot be repeated. Throws as `writePrivate` does. */
export function checkPrivate(file: string): void {
  replaceFile(file, "", () => rmSync(`${file}.new`));
}

function replaceFile(file: string, text: string, settle: () => void): void {
  const temporary = `${file}.new`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    chmodSync(temporary, 0o600);
    if (process.getuid?.() === 0) {
      const { uid, gid } = statSync(file, { throwIfNoEntry: false }) ?? statSync(path.dirname(file));
      chownSync(temporary, uid, gid);
    }
    settle();
  } catch (error) {
    const folder = path.dirname(file);
    const fix = `create the folder ${folder}, or run the command as a user who may write it`;
    throw new Error(`${file} cannot be written (${readFailure(error)}): ${fix}`, { cause: error });
  }
}
