import { z } from "zod";
import type { AppContext } from "../http/context.ts";
import { errors, notModified } from "../http/describe.ts";
import { fail } from "../http/replies.ts";
import { sendRange } from "../http/send-range.ts";
import type { ObjectStorage } from "../storage/object-storage.ts";

/** A stored picture of a record: its key in the storage, its type, and the SHA-256 and number of its bytes. */
export type KeptPicture = {
  key: string;
  contentType: string;
  sha256: string;
  sizeBytes: number;
  /** Time at which its bytes were deleted; null while they exist. */
  deletedAt: Date | null;
};

const bytes = z.string().meta({ format: "binary" });
const content = {
  "image/jpeg": { schema: bytes },
  "image/png": { schema: bytes },
  "image/webp": { schema: bytes },
  "image/tiff": { schema: bytes },
};

/** Successful responses of every picture route. */
export const pictureResponses = {
  200: { description: "The stored bytes; the strong ETag is their SHA-256", content },
  206: { description: "The requested range of bytes, given by Content-Range", content },
  ...notModified,
  ...errors("IMAGE_EXPIRED", "RANGE_NOT_SATISFIABLE"),
};

/**
 * Streams a kept picture, or the range asked for, at the receiver's pace: 206 with the range, 304 without a body when
 * the caller has it, 404 IMAGE_NOT_FOUND when its bytes are lost, 410 if it was deleted, 416 for a range past its end.
 * Ask first whether the caller may see it.
 */
export async function sendPicture(c: AppContext, storage: ObjectStorage, picture: KeptPicture) {
  const { key, contentType, sizeBytes, sha256, deletedAt } = picture;
  if (deletedAt)
    return fail(
      c,
      "IMAGE_EXPIRED",
      `The picture was deleted on ${deletedAt.toISOString()}, at the end of its retention or at a person's request.`,
    );
  // Replies differ by who asks. Appended: the origin counts as well.
  c.header("Vary", "Cookie, Authorization", { append: true });
  const headers = {
    // The bytes under an id never change, but who may see them does: kept by the person's browser alone.
    "Cache-Control": "private, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Content-Disposition": `inline; filename="${fileNameOf(picture)}"`,
  };
  const read = (range?: { start: number; end: number }) => storage.read(key, range);
  const sent = await sendRange(c, { what: "picture", key, sha256, sizeBytes, headers, contentType, read });
  return sent ?? fail(c, "IMAGE_NOT_FOUND", "The picture is no longer in the storage.");
}

/** `scans/6f…/image` as a file name: `6f…-image.jpeg`. */
function fileNameOf({ key, contentType }: KeptPicture): string {
  return `${key.split("/").slice(-2).join("-")}.${contentType.replace("image/", "")}`;
}
