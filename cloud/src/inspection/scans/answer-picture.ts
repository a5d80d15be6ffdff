import { z } from "zod";
import type { AppContext } from "../../platform/http/context.ts";
import { errors } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { type KeptPicture, pictureResponses, sendPicture } from "../../platform/images/send-picture.ts";
import type { Needs } from "../parts.ts";
import { openScan } from "./open-scan.ts";
import type { ScanRow } from "./scan-store.ts";

/** The description that both picture routes share. */
export const pictureParams = z.object({ id: z.string(), scanId: z.string() });
export const scanPictureResponses = {
  ...pictureResponses,
  ...errors("FORBIDDEN", "CONTAINER_NOT_FOUND", "SCAN_NOT_FOUND", "IMAGE_NOT_FOUND"),
};

type MaybePicture = { [Field in keyof Omit<KeptPicture, "deletedAt">]: KeptPicture[Field] | null };
const none: MaybePicture = { key: null, contentType: null, sha256: null, sizeBytes: null };

/** Streams one picture of a scan to callers who may see its container. */
export async function answerPicture(
  c: AppContext,
  { db, storage }: Needs<"db" | "storage">,
  params: z.infer<typeof pictureParams>,
  pictureOf: (scan: ScanRow) => MaybePicture | Promise<MaybePicture | undefined>,
) {
  const { found, refusal } = await openScan(c, db, params);
  if (refusal) return refusal;
  const { key, contentType, sha256, sizeBytes } = (await pictureOf(found.scan)) ?? none;
  if (key === null || contentType === null || sha256 === null || sizeBytes === null)
    return fail(c, "IMAGE_NOT_FOUND", "This scan has no such picture.");
  const deletedAt = found.scan.imageDeletedAt;
  return sendPicture(c, storage, { key, contentType, sha256, sizeBytes, deletedAt });
}
