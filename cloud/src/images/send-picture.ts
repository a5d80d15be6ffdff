import { z } from "zod";
import type { AppContext } from "../http/context.ts";
import { notModified } from "../http/describe.ts";
import { etagMatches } from "../http/etag.ts";
import { fail } from "../http/replies.ts";
import type { ObjectStorage } from "../storage/object-storage.ts";

/** A picture as a record keeps it: under which storage key, what it is, the SHA-256 of its bytes and how many they are. */
export type KeptPicture = { key: string; contentType: string; sha256: string; sizeBytes: number };

const bytes = z.string().meta({ format: "binary" });

/** What every picture route answers when it has the picture. */
export const pictureResponses = {
  200: {
    description: "The bytes as they were sent",
    content: {
      "image/jpeg": { schema: bytes },
      "image/png": { schema: bytes },
      "image/webp": { schema: bytes },
      "image/tiff": { schema: bytes },
    },
  },
  ...notModified,
};

/**
 * Streams a kept picture; 304 without a body when the caller has it, 404 IMAGE_NOT_FOUND when its bytes are gone. Ask first whether
 * the caller may see it.
 */
export async function sendPicture(
  c: AppContext,
  storage: ObjectStorage,
  { key, contentType, sha256, sizeBytes }: KeptPicture,
) {
  const etag = `"${sha256}"`;
  const headers = {
    ETag: etag,
    // The bytes under an id never change, but who may see them does: kept by the person's browser alone.
    "Cache-Control": "private, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Content-Disposition": "inline",
  };
  const known = c.req.header("If-None-Match");
  if (known !== undefined && etagMatches(known, etag)) return c.body(null, 304, headers);
  const described = { ...headers, "Content-Type": contentType, "Content-Length": `${sizeBytes}` };
  if (c.req.method === "HEAD") return c.body(null, 200, described);
  const stream = await storage.read(key);
  if (!stream) return fail(c, "IMAGE_NOT_FOUND", "The picture is not in the storage any more.");
  return c.body(stream, 200, described);
}
