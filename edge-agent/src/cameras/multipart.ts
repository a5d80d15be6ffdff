import { SourceError } from "./source-error.ts";

/** No camera sends larger pictures. */
const MAX_PART_BYTES = 50_000_000;
const MAX_HEADER_BYTES = 16_384;

/** Enough of a stream's start to know its boundary by. */
export const MAX_START_BYTES = 16_384;
/** Bytes that may follow the end mark of a picture. */
const TAIL_BYTES = 64;

/**
 * Returns the boundary of a multipart stream: the one in its type, unless the stream begins with another one, as some
 * cameras' do. Undefined if it is not a multipart stream.
 */
export function findBoundary(contentType: string, start: Buffer): string | undefined {
  const stated = multipartBoundary(contentType);
  const opening = /^\s*--([^\r\n]+)\r?\n/.exec(start.toString("latin1", 0, MAX_START_BYTES))?.[1];
  if (opening === undefined || (stated !== undefined && opening.startsWith(stated.replace(/^--/, "")))) return stated;
  return opening.trim();
}

/** The boundary of a `multipart/x-mixed-replace` content type; undefined for another type. */
export function multipartBoundary(contentType: string): string | undefined {
  if (!/^multipart\/x-mixed-replace/i.test(contentType.trim())) return undefined;
  const boundary = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  return boundary?.[1] ?? boundary?.[2];
}

/**
 * The bodies of a `multipart/x-mixed-replace` answer, one after the other. Parts end at the next boundary, or after
 * their Content-Length if that is true: many cameras count wrongly. Cameras that count the leading dashes to the
 * boundary's name are understood as well.
 */
export async function* readParts(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Buffer> {
  const delimiter = `--${boundary.replace(/^--/, "")}`;
  const chunks = body[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  /** Reads until `find` succeeds; undefined at the end of the answer. */
  const readUntil = async <Found>(find: () => Found | undefined, limit: number): Promise<Found | undefined> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (held.length > limit) throw new SourceError("protocol", "sends a stream that is not a sequence of pictures");
      const chunk = await chunks.next();
      if (chunk.done) return undefined;
      held = Buffer.concat([held, chunk.value]);
    }
  };
  for (;;) {
    const header = await readUntil(() => findHeader(held, delimiter), MAX_PART_BYTES);
    if (!header) return;
    held = held.subarray(header.end);
    const { length } = header;
    const end = await readUntil(() => findEnd(held, delimiter, length), MAX_PART_BYTES);
    if (end === undefined) return;
    // The line break before a boundary belongs to the boundary; a picture's decoder ignores it.
    yield Buffer.from(held.subarray(0, end));
    held = held.subarray(end);
  }
}

function findHeader(bytes: Buffer, delimiter: string): { end: number; length: number | undefined } | undefined {
  const start = bytes.indexOf(delimiter);
  if (start < 0) return undefined;
  const head = bytes.subarray(start, start + MAX_HEADER_BYTES).toString("latin1");
  const end = /\r?\n\r?\n/.exec(head);
  if (!end) return undefined;
  const length = /^content-length:\s*(\d+)/im.exec(head.slice(0, end.index))?.[1];
  return { end: start + end.index + end[0].length, length: length === undefined ? undefined : Number(length) };
}

/** End of a part. A stated length saves the wait for the boundary, which comes with the next picture. */
function findEnd(bytes: Buffer, delimiter: string, length: number | undefined): number | undefined {
  const at = bytes.indexOf(delimiter);
  if (at >= 0) return at;
  if (length === undefined || length === 0 || bytes.length < length) return undefined;
  const isJpeg = bytes.subarray(0, 2).toString("hex") === "ffd8";
  const tail = bytes.subarray(Math.max(0, length - TAIL_BYTES), length);
  if (isJpeg && tail.indexOf("ffd9", "hex") < 0) return undefined;
  const next = bytes.toString("latin1", length, length + 4);
  return /^(?:\r?\n)*(?:-|$)|^\r$/.test(next) ? length : undefined;
}
