import { createHash } from "node:crypto";
import { constants, createWriteStream } from "node:fs";
import { mkdir, open as openFile } from "node:fs/promises";
import path from "node:path";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { hasCode } from "../../platform/db/error-code.ts";
import type { Opener, Seal } from "./encryption.ts";

/** Content of a file: its size in bytes and its SHA-256 in hex. */
export type Content = { sizeBytes: number; sha256: string };

const OWNER_ONLY = 0o600;
/** Lines of one batch: enough for an efficient statement, and a bound on memory. */
const LINES_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 4_000_000;
/**
 * Several times the longest row, which comes from a body of 50 MB: a longer line is not a row, however small its file.
 */
const MAX_LINE_CHARACTERS = 250_000_000;

/**
 * Writes bytes to a new file that only its owner can read, and creates its folder. When it resolves, the bytes are
 * synced; the names of file and folder are not.
 */
export async function writeBytes(file: string, bytes: AsyncIterable<Uint8Array>, seal: Seal): Promise<Content> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const { measure, content } = createMeasure();
  const target = createWriteStream(file, { flags: "wx", mode: OWNER_ONLY, flush: true });
  await pipeline(bytes, seal.apply, measure, target);
  return content();
}

/** Writes batches of lines, gzipped, and returns how many; size and hash are those of the file. */
export async function writeLines(
  file: string,
  batches: AsyncIterable<readonly string[]>,
  seal: Seal,
): Promise<Content & { lines: number }> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  let lines = 0;
  const { measure, content } = createMeasure();
  const texts = async function* () {
    for await (const batch of batches) {
      if (batch.length === 0) continue;
      lines += batch.length;
      yield Buffer.from(`${batch.join("\n")}\n`);
    }
  };
  const target = createWriteStream(file, { flags: "wx", mode: OWNER_ONLY, flush: true });
  await pipeline(texts(), createGzip({ level: 6 }), seal.apply, measure, target);
  return { ...content(), lines };
}

/** A file of a backup is a link, which leads elsewhere, or a pipe, which never ends. */
export class IrregularFileError extends Error {
  override name = "IrregularFileError";
}

/**
 * Reads a file of a backup, which is opened when its first bytes are asked for and always closed. Throws an
 * IrregularFileError if it is not a regular file.
 */
export async function* readRegular(file: string): AsyncGenerator<Uint8Array> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await openFile(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    if (hasCode(error, "ELOOP", "EMLINK", "ENXIO")) throw new IrregularFileError(`${file} is not a regular file`);
    throw error;
  });
  try {
    if (!(await handle.stat()).isFile()) throw new IrregularFileError(`${file} is not a regular file`);
    yield* handle.createReadStream({ autoClose: false });
  } finally {
    await handle.close();
  }
}

/** The lines of a gzipped file, in batches. Only line feeds end a line: texts of users contain other separators. */
export async function* readLines(file: string, open: Opener): AsyncGenerator<string[]> {
  const unzipped = createGunzip().setEncoding("utf8");
  const done = pipeline(open(file, readRegular(file)), unzipped);
  // A failure also ends the loop below, which reports it.
  done.catch(() => {});
  let batch: string[] = [];
  let characters = 0;
  let rest: string[] = [];
  let restCharacters = 0;
  for await (const text of unzipped) {
    const [first = "", ...lines] = String(text).split("\n");
    rest.push(first);
    restCharacters += first.length;
    if (restCharacters > MAX_LINE_CHARACTERS) throw new Error(`${file} has a line that is too long for a row`);
    if (lines.length === 0) continue;
    lines.unshift(rest.join(""));
    rest = [lines.pop() ?? ""];
    restCharacters = rest[0]?.length ?? 0;
    for (const line of lines) {
      batch.push(line);
      characters += line.length;
      if (batch.length < LINES_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  }
  await done;
  if (restCharacters > 0) throw new Error(`${file} ends in the middle of a line`);
  if (batch.length > 0) yield batch;
}

/** Reads a file and measures it; undefined when it does not exist. */
export async function measureFile(file: string): Promise<Content | undefined> {
  const { measure, content } = createMeasure();
  try {
    // Discards the bytes once they are measured.
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(readRegular(file), measure, nowhere);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
  return content();
}

/** A stream that passes bytes on, and reports afterwards how many, with their hash. */
function createMeasure() {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  return { measure, content: (): Content => ({ sizeBytes, sha256: hash.digest("hex") }) };
}
