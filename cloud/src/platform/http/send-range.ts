import { z } from "zod";
import { readByteRange } from "./byte-range.ts";
import type { AppContext } from "./context.ts";
import { etagMatches } from "./etag.ts";
import { exactLength } from "./exact-length.ts";
import { fail } from "./replies.ts";

/** The headers of every route that sends ranges, besides `If-None-Match`. */
export const rangeHeaders = z.object({
  range: z.string().optional().meta({ description: "One range of bytes; anything else is ignored" }),
  "if-range": z.string().optional().meta({ description: "The range applies only while this is the ETag of the bytes" }),
});

/** Stored bytes that are sent, whole or in part. */
type SentBytes = {
  /** Name of the bytes, for messages: `picture`. */
  what: string;
  /** Key of the bytes, for the log. */
  key: string;
  sha256: string;
  sizeBytes: number;
  /** Besides ETag, length and ranges. */
  headers: Record<string, string>;
  contentType: string;
  /** Opens them, or a range of them, both ends included; undefined where they are lost. */
  read: (range?: { start: number; end: number }) => Promise<ReadableStream<Uint8Array> | undefined>;
};

/**
 * Streams stored bytes, or the range asked for, at the receiver's pace: 206 with the range, 304 without a body when the
 * caller has them, 416 for a range past their end; undefined where they are lost.
 */
export async function sendRange(c: AppContext, sent: SentBytes) {
  const { sizeBytes } = sent;
  const etag = `"${sent.sha256}"`;
  const headers = { ETag: etag, ...sent.headers, "Accept-Ranges": "bytes" };
  const known = c.req.header("If-None-Match");
  if (known !== undefined && etagMatches(known, etag)) return c.body(null, 304, headers);
  const range = readByteRange(rangeHeader(c, etag), sizeBytes);
  if (range === "unsatisfiable") {
    c.header("Content-Range", `bytes */${sizeBytes}`);
    return fail(
      c,
      "RANGE_NOT_SATISFIABLE",
      `The ${sent.what} has ${sizeBytes} bytes; the range starts beyond its end.`,
    );
  }
  const lengthBytes = range ? range.end - range.start + 1 : sizeBytes;
  const described = { ...headers, "Content-Type": sent.contentType, "Content-Length": `${lengthBytes}` };
  if (c.req.method === "HEAD") return c.body(null, 200, described);
  const stored = await sent.read(range);
  if (!stored) return undefined;
  const logger = c.get("logger");
  const stream = exactLength(stored, lengthBytes, (error) =>
    logger.error({ err: error, key: sent.key }, `a ${sent.what} could not be sent completely`),
  );
  if (!range) return c.body(stream, 200, described);
  return c.body(stream, 206, { ...described, "Content-Range": `bytes ${range.start}-${range.end}/${sizeBytes}` });
}

/**
 * `Range` where it counts: for GET, and with `If-Range` only while that names the bytes as they are (RFC 9110, 13.1.5).
 */
function rangeHeader(c: AppContext, etag: string): string | undefined {
  const condition = c.req.header("If-Range");
  const counts = c.req.method === "GET" && (condition === undefined || condition.trim() === etag);
  return counts ? c.req.header("Range") : undefined;
}
