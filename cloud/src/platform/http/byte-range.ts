/** Bytes of a body, counted from 0, both ends included. */
export type ByteRange = { start: number; end: number };

const ONE_RANGE = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i;

/**
 * Returns the part of a body of this size that a `Range` header requests (RFC 9110, 14.1 and 14.2): one range of
 * bytes, cut to the existing ones, or none of it. Undefined means the whole body: without the header, and for headers
 * that a server may ignore (several ranges, other units, an end before its start).
 */
export function readByteRange(header: string | undefined, sizeBytes: number): ByteRange | "unsatisfiable" | undefined {
  const [, first, last, suffix] = ONE_RANGE.exec(header ?? "") ?? [];
  if (suffix !== undefined) {
    const lengthBytes = Math.min(Number(suffix), sizeBytes);
    return lengthBytes === 0 ? "unsatisfiable" : { start: sizeBytes - lengthBytes, end: sizeBytes - 1 };
  }
  if (first === undefined) return undefined;
  const [start, end] = [Number(first), last ? Number(last) : Infinity];
  if (end < start) return undefined;
  return start < sizeBytes ? { start, end: Math.min(end, sizeBytes - 1) } : "unsatisfiable";
}
