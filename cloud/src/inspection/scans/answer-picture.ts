import { z } from "zod";
import { maySeeContainer } from "../containers/container-rules.ts";
import { failMissingContainer } from "../containers/fail-missing-container.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { errors } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { type KeptPicture, pictureResponses, sendPicture } from "../../platform/images/send-picture.ts";
import type { Needs } from "../parts.ts";
import { findScan, type ScanRow } from "./scan-store.ts";

/** What the two picture routes describe alike. */
export const pictureParams = z.object({ id: z.string(), scanId: z.string() });
export const scanPictureResponses = {
  ...pictureResponses,
  ...errors("FORBIDDEN", "CONTAINER_NOT_FOUND", "SCAN_NOT_FOUND", "IMAGE_NOT_FOUND"),
};

/** Streams one picture of a scan to those who may see its container. */
export async function answerPicture(
  c: AppContext,
  { db, storage }: Needs<"db" | "storage">,
  { id, scanId }: { id: string; scanId: string },
  pictureOf: (scan: ScanRow) => { [Field in keyof Omit<KeptPicture, "deletedAt">]: KeptPicture[Field] | null },
) {
  const found = await findScan(db, id, scanId);
  if (!found) return failMissingContainer(c, db, id);
  if (!found.found) return fail(c, "SCAN_NOT_FOUND", "This container has no scan with this id.");
  const { key, contentType, sha256, sizeBytes } = pictureOf(found.found.scan);
  if (key === null || contentType === null || sha256 === null || sizeBytes === null)
    return fail(c, "IMAGE_NOT_FOUND", "This scan has no such picture.");
  if (!maySeeContainer(c.get("caller"), found.container))
    return fail(c, "FORBIDDEN", "This container belongs to somebody else.");
  const deletedAt = found.found.scan.imageDeletedAt;
  return sendPicture(c, storage, { key, contentType, sha256, sizeBytes, deletedAt });
}
