import type { AppContext } from "../../platform/http/context.ts";
import { errors } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { type KeptPicture, pictureResponses, sendPicture } from "../../platform/images/send-picture.ts";
import type { Needs } from "../parts.ts";
import type { EvidenceRow } from "./evidence-store.ts";
import { openEvidence } from "./open-evidence.ts";

type StoredPicture = Omit<KeptPicture, "deletedAt">;

/** The replies that both picture routes share. */
export const evidencePictureResponses = {
  ...pictureResponses,
  ...errors("INVALID_ID", "FORBIDDEN", "CONTAINER_NOT_FOUND", "EVIDENCE_NOT_FOUND", "IMAGE_NOT_FOUND"),
};

/** Streams the picture of a photo that `pictureOf` selects, to callers who may see its container. */
export async function answerEvidencePicture(
  c: AppContext,
  { db, storage }: Needs<"db" | "storage">,
  params: { id: string; evidenceId: string },
  pictureOf: (evidence: EvidenceRow) => StoredPicture | undefined,
) {
  const { found, refusal } = await openEvidence(c, db, params);
  if (refusal) return refusal;
  const { evidence } = found.photo;
  const picture = pictureOf(evidence);
  if (!picture) return fail(c, "IMAGE_NOT_FOUND", "This photo has no such picture.");
  return sendPicture(c, storage, { ...picture, deletedAt: evidence.imageDeletedAt });
}

/** The photo itself. */
export function imageOf(evidence: EvidenceRow): StoredPicture {
  const { imageKey, imageContentType, imageSha256, imageSizeBytes } = evidence;
  return { key: imageKey, contentType: imageContentType, sha256: imageSha256, sizeBytes: imageSizeBytes };
}

/** A small JPEG of the photo. */
export function thumbnailOf(evidence: EvidenceRow): StoredPicture {
  const { thumbnailKey: key, thumbnailSha256: sha256, thumbnailSizeBytes: sizeBytes } = evidence;
  return { key, contentType: "image/jpeg", sha256, sizeBytes };
}

/** The photo with its findings drawn in; undefined where none was sent. */
export function visualizationOf(evidence: EvidenceRow): StoredPicture | undefined {
  const { visualizationKey: key, visualizationContentType: contentType } = evidence;
  const { visualizationSha256: sha256, visualizationSizeBytes: sizeBytes } = evidence;
  if (key === null || contentType === null || sha256 === null || sizeBytes === null) return undefined;
  return { key, contentType, sha256, sizeBytes };
}
