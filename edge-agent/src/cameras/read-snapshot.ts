import { MAX_START_BYTES } from "./multipart.ts";
import { SourceError } from "./source-error.ts";

const MAX_SNAPSHOT_BYTES = 50_000_000;
/** Enough to know a picture by. */
const LEAST_BYTES = 16;

/** Reads enough of a body to identify it, up to its first line where that is a boundary; `body` is whole again. */
export async function readStart(body: AsyncIterable<Buffer>): Promise<{ start: Buffer; body: AsyncIterable<Buffer> }> {
  const chunks = body[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < MAX_START_BYTES) {
    const text = start.toString("latin1").trimStart();
    if (text.length >= LEAST_BYTES && (!text.startsWith("--") || /[\r\n]/.test(text))) break;
    const chunk = await chunks.next();
    if (chunk.done) break;
    start = Buffer.concat([start, chunk.value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield start;
    for (;;) {
      const chunk = await chunks.next();
      if (chunk.done) return;
      yield chunk.value;
    }
  }
  return { start, body: whole() };
}

/**
 * A single picture. It ends with the connection, or once it has its stated length and, as a JPEG, its end mark: lengths
 * that are too small or too large do no harm.
 */
export async function readSnapshot(body: AsyncIterable<Buffer>, statedLength: number | undefined): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_SNAPSHOT_BYTES) throw new SourceError("protocol", "sends a picture of over 50 MB");
      if (statedLength !== undefined && length >= statedLength && isWhole(chunks[0], chunks.slice(-2))) break;
    }
  } catch (error) {
    if (error instanceof SourceError || !isJpeg(chunks[0]) || !isWhole(chunks[0], chunks)) throw error;
  }
  return Buffer.concat(chunks);
}

const isJpeg = (first: Buffer | undefined) => first?.subarray(0, 2).toString("hex") === "ffd8";
const isWhole = (first: Buffer | undefined, last: readonly Buffer[]) =>
  !isJpeg(first) || Buffer.concat(last).lastIndexOf("ffd9", undefined, "hex") >= 0;
