const NEWLINE = 0x0a;

/** A line is longer than its limit, or the last one has no end. */
export class LineError extends Error {
  override readonly name = "LineError";
}

/**
 * The lines of a stream of bytes, each without its newline, one in memory at a time. Throws a LineError for a line of
 * more than `maxBytes`, and for bytes after the last newline.
 */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let sizeBytes = 0;
  const add = (part: Uint8Array) => {
    sizeBytes += part.byteLength;
    if (sizeBytes > maxBytes) throw new LineError(`a line is longer than ${maxBytes} bytes`);
    parts.push(part);
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield join(parts, sizeBytes);
      [parts, sizeBytes, start] = [[], 0, end + 1];
    }
    if (start < chunk.byteLength) add(chunk.subarray(start));
  }
  if (sizeBytes > 0) throw new LineError("the last line is cut");
}

function join(parts: readonly Uint8Array[], sizeBytes: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const joined = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.byteLength;
  }
  return joined;
}
