import { z } from "zod";
import { readByteRange } from "../http/byte-range.ts";
import type { AppContext } from "../http/context.ts";
import { errors, notModified } from "../http/describe.ts";
import { etagMatches } from "../http/etag.ts";
import { fail } from "../http/replies.ts";
import type { ObjectStorage } from "../storage/object-storage.ts";
import { exactLength } from "./exact-length.ts";

/** A stored picture of a record: its key in the storage, its type, and the SHA-256 and number of its bytes. */
export type KeptPicture = {
  key: string;
  contentType: string;
  sha256: string;
  sizeBytes: number;
  /** When its bytes were deleted; null while they are there. */
  deletedAt: Date | null;
};

const bytes = z.string().meta({ format: "binary" });
const content = {
  "image/jpeg": { schema: bytes },
  "image/png": { schema: bytes },
  "image/webp": { schema: bytes },
  "image/tiff": { schema: bytes },
};

/** The headers that every picture route takes besides `If-None-Match`. */
export const pictureHeaders = z.object({
  range: z.string().optional().meta({ description: "One range of bytes; anything else is ignored" }),
  "if-range": z.string().optional().meta({ description: "The range applies only while this is the picture's ETag" }),
});

/** What every picture route answers when it has the picture. */
export const pictureResponses = {
  200: { description: "The stored bytes; the strong ETag is their SHA-256", content },
  206: { description: "The requested range of bytes, given by Content-Range", content },
  ...notModified,
  ...errors("IMAGE_EXPIRED", "RANGE_NOT_SATISFIABLE"),
};

/**
 * Streams a kept picture, or the range asked for, at the receiver's pace: 206 with the range, 304 without a body when
 * the caller has it, 404 IMAGE_NOT_FOUND when its bytes are lost, 410 past its retention, 416 for a range past its end.
 * Ask first whether the caller may see it.
 */
export async function sendPicture(c: AppContext, storage: ObjectStorage, picture: KeptPicture) {
  const { key, contentType, sizeBytes, sha256, deletedAt } = picture;
  if (deletedAt)
    return fail(c, "IMAGE_EXPIRED", `The picture was deleted on ${deletedAt.toISOString()}: its retention had ended.`);
  const etag = `"${sha256}"`;
  // Replies differ by who asks. Appended: the origin counts as well.
  c.header("Vary", "Cookie, Authorization", { append: true });
  const headers = {
    ETag: etag,
    // The bytes under an id never change, but who may see them does: kept by the person's browser alone.
    "Cache-Control": "private, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Content-Disposition": `inline; filename="${fileNameOf(picture)}"`,
    "Accept-Ranges": "bytes",
  };
  const known = c.req.header("If-None-Match");
  if (known !== undefined && etagMatches(known, etag)) return c.body(null, 304, headers);
  const range = readByteRange(rangeHeader(c, etag), sizeBytes);
  if (range === "unsatisfiable") {
    c.header("Content-Range", `bytes */${sizeBytes}`);
    return fail(c, "RANGE_NOT_SATISFIABLE", `The picture has ${sizeBytes} bytes: there is nothing at this range.`);
  }
  const lengthBytes = range ? range.end - range.start + 1 : sizeBytes;
  const described = { ...headers, "Content-Type": contentType, "Content-Length": `${lengthBytes}` };
  if (c.req.method === "HEAD") return c.body(null, 200, described);
  const stored = await storage.read(key, range);
  if (!stored) return fail(c, "IMAGE_NOT_FOUND", "The picture is no longer in the storage.");
  const logger = c.get("logger");
  const stream = exactLength(stored, lengthBytes, (error) =>
    logger.error({ err: error, key }, "a picture could not be sent completely"),
  );
  if (!range) return c.body(stream, 200, described);
  return c.body(stream, 206, { ...described, "Content-Range": `bytes ${range.start}-${range.end}/${sizeBytes}` });
}

/**
 * `Range` where it counts: for GET, and with `If-Range` only while that names the picture as it is (RFC 9110, 13.1.5).
 */
function rangeHeader(c: AppContext, etag: string): string | undefined {
  const condition = c.req.header("If-Range");
  const counts = c.req.method === "GET" && (condition === undefined || condition.trim() === etag);
  return counts ? c.req.header("Range") : undefined;
}

/** `scans/6f…/image` as a file name: `6f…-image.jpeg`. */
function fileNameOf({ key, contentType }: KeptPicture): string {
  return `${key.split("/").slice(-2).join("-")}.${contentType.replace("image/", "")}`;
}
