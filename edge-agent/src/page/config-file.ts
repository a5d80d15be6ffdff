import { chmod, chown, copyFile, open, realpath, rename, rm, stat } from "node:fs/promises";
import { readFailure } from "../base/key-file.ts";

/** Suffix of the backup, beside the file, that keeps the text before the last change. */
const BACKUP = ".bak";

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
    // The owner first: changing it may clear bits of the mode. Only root may; other users own the files they write.
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
  `${file} or its folder cannot be written (${readFailure(error)}): change the file by hand, or its permissions`;
