import { z } from "zod";
import { maySeeContainer } from "../containers/container-rules.ts";
import type { AppContext } from "../http/context.ts";
import { errors, notModified } from "../http/describe.ts";
import { etagMatches } from "../http/etag.ts";
import { fail } from "../http/replies.ts";
import type { Parts } from "../parts.ts";
import { findScan, type ScanRow } from "./scan-store.ts";

/** A picture as its scan keeps it: under which storage key, what it is, the SHA-256 of its bytes and how many they are. */
export type KeptPicture = {
  key: string | null;
  contentType: string | null;
  sha256: string | null;
  sizeBytes: number | null;
};

const bytes = z.string().meta({ format: "binary" });

/** What the two picture routes describe alike. */
export const pictureParams = z.object({ id: z.string(), scanId: z.string() });
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
  ...errors("FORBIDDEN", "CONTAINER_NOT_FOUND", "SCAN_NOT_FOUND", "IMAGE_NOT_FOUND"),
};

/** Streams one picture of a scan to those who may see its container. */
export async function answerPicture(
  c: AppContext,
  { db, storage }: Parts,
  { id, scanId }: { id: string; scanId: string },
  pictureOf: (scan: ScanRow) => KeptPicture,
) {
  const found = await findScan(db, id, scanId);
  if (!found) return fail(c, "CONTAINER_NOT_FOUND", "There is no container with this id.");
  if (!found.scan) return fail(c, "SCAN_NOT_FOUND", "This container has no scan with this id.");
  const { key, contentType, sha256, sizeBytes } = pictureOf(found.scan);
  if (key === null) return fail(c, "IMAGE_NOT_FOUND", "This scan has no such picture.");
  if (!maySeeContainer(c.get("caller"), found.container))
    return fail(c, "FORBIDDEN", "This container belongs to somebody else.");
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
  const body = {
    ...headers,
    "Content-Type": contentType ?? "application/octet-stream",
    "Content-Length": `${sizeBytes}`,
  };
  if (c.req.method === "HEAD") return c.body(null, 200, body);
  const stream = await storage.read(key);
  if (!stream) return fail(c, "IMAGE_NOT_FOUND", "The picture is not in the storage any more.");
  return c.body(stream, 200, body);
}
