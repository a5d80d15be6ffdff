import { readFile } from "node:fs/promises";

/** The key in a file, or why it contains none. */
export type KeyReading = { ok: true; key: string } | { ok: false; message: string; fix: string };

/** The fix of a key file that cannot be read, by the system's code. */
const FIXES: Partial<Record<string, string>> = {
  ENOENT:
    'run "edge-agent join CODE" with a join code of an administrator, or write the key of this device into the file',
  EACCES: "run the command as the agent's user, or make that user the owner of the file (chown)",
  EISDIR: "name a file in cloud.apiKeyFile, not a folder",
};

/** Reads the key of this device from its file. The key never enters a message. */
export async function readKeyFile(file: string): Promise<KeyReading> {
  let key: string;
  try {
    key = (await readFile(file, "utf8")).trim();
  } catch (error) {
    const reason = readFailure(error);
    const message = reason === "ENOENT" ? `file ${file} does not exist` : `${file} cannot be read (${reason})`;
    return { ok: false, message, fix: FIXES[reason] ?? `check that ${file} is a file on a disk that works` };
  }
  if (/^[\x21-\x7e]+$/.test(key)) return { ok: true, key };
  const fix = "it must contain only the key, on one line, in ASCII";
  return { ok: false, message: `${file} does not contain a valid key`, fix };
}

/** The system's code of a failed read, such as ENOENT, else its message. */
export function readFailure(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
