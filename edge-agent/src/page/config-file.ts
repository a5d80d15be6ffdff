import { createHash } from "node:crypto";
import {
  access,
  chmod,
  chown,
  constants,
  copyFile,
  open,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import path from "node:path";
import { readFailure } from "../key-file.ts";

/** Where the text before the last change stays, beside the file. */
const BACKUP = ".bak";

/** The text of a file, and a name of that text. */
export async function readVersion(file: string): Promise<{ text: string; version: string }> {
  const text = await readFile(file, "utf8");
  return { text, version: createHash("sha256").update(text).digest("hex").slice(0, 16) };
}

/** Why a file cannot be replaced, as a sentence; null if it can. */
export async function whyNotWritable(file: string): Promise<string | null> {
  try {
    const real = await realpath(file);
    await access(real, constants.W_OK);
    await access(path.dirname(real), constants.W_OK);
    return null;
  } catch (error) {
    return refusal(file, error);
  }
}

/**
 * Replaces a file in one step, so that a power cut leaves the old or the new text; the old text stays beside it in
 * `FILE.bak`. Mode and owner stay as they are. Resolves with the reason where the file cannot be written.
 */
export async function replaceConfigFile(file: string, text: string): Promise<string | null> {
  let temporary: string | undefined;
  try {
    const real = await realpath(file);
    const { mode, uid, gid } = await stat(real);
    temporary = `${real}.new`;
    const handle = await open(temporary, "w", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // The owner first: changing it may clear bits of the mode. Only root may, and others own what they write.
    await chown(temporary, uid, gid).catch(() => undefined);
    await chmod(temporary, mode & 0o777);
    await copyFile(real, `${real}${BACKUP}`);
    await rename(temporary, real);
    return null;
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { force: true });
    return refusal(file, error);
  }
}

const refusal = (file: string, error: unknown) =>
  `the agent may not write ${file} or its folder (${readFailure(error)}): change the file by hand, or its permissions`;
