import { readFile } from "node:fs/promises";
import { readFailure } from "../base/key-file.ts";

/** Reasons why a model file cannot be read, by the system's code. */
const REASONS: Partial<Record<string, string>> = {
  ENOENT: "the file does not exist",
  EACCES: "this user may not read the file",
  EISDIR: "it is a folder",
};

/** Reads a model file; throws an Error that states why it cannot be read. */
export async function readModelFile(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = readFailure(error);
    throw new Error(`${REASONS[code] ?? "the file cannot be read"} (${code})`, { cause: error });
  }
}
