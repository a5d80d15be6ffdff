import { chmodSync, chownSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { readFailure } from "./key-file.ts";
import { replaceFile } from "./replace-file.ts";

/**
 * Writes a file in one step that only its owner can read. Run by root, the file belongs to the owner of the previous
 * file, or else of the folder, so that the agent's user can read it. Throws an Error with the reason and the fix.
 */
export function writePrivate(file: string, text: string): void {
  explainFailure(file, () => replaceFile(file, text, 0o600, (temporary) => keepOwner(file, temporary)));
}

/** Checks that a private file can be written, before a step that cannot be repeated. Throws as `writePrivate` does. */
export function checkPrivate(file: string): void {
  const trial = `${file}.trial`;
  explainFailure(file, () => {
    replaceFile(trial, "", 0o600, (temporary) => keepOwner(file, temporary));
    rmSync(trial);
  });
}

function keepOwner(file: string, temporary: string): void {
  // A file that was left there by a power cut has the mode that it had.
  chmodSync(temporary, 0o600);
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(file, { throwIfNoEntry: false }) ?? statSync(path.dirname(file));
  chownSync(temporary, uid, gid);
}

function explainFailure(file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const folder = path.dirname(file);
    const fix = `create the folder ${folder}, or run the command as a user who may write it`;
    throw new Error(`${file} cannot be written (${readFailure(error)}): ${fix}`, { cause: error });
  }
}
