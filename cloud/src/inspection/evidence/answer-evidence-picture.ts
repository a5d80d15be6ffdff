import { maySeeContainer } from "../containers/container-rules.ts";
import { failMissingContainer } from "../containers/fail-missing-container.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { errors } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { type KeptPicture, pictureResponses, sendPicture } from "../../platform/images/send-picture.ts";
import type { Needs } from "../parts.ts";
import { type EvidenceRow, findEvidence } from "./evidence-store.ts";

type StoredPicture = Omit<KeptPicture, "deletedAt">;

/** What the two picture routes answer alike. */
export const evidencePictureResponses = {
  ...pictureResponses,
  ...errors("INVALID_ID", "FORBIDDEN", "CONTAINER_NOT_FOUND", "EVIDENCE_NOT_FOUND", "IMAGE_NOT_FOUND"),
};

/** Streams a picture of a photo, which `pictureOf` picks, to those who may see its container. */
export async function answerEvidencePicture(
  c: AppContext,
  { db, storage }: Needs<"db" | "storage">,
  { id, evidenceId }: { id: string; evidenceId: string },
  pictureOf: (evidence: EvidenceRow) => StoredPicture | undefined,
) {
  const there = await findEvidence(db, id, evidenceId);
  if (!there) return failMissingContainer(c, db, id);
  if (!there.found) return fail(c, "EVIDENCE_NOT_FOUND", "This container has no evidence with this id.");
  const picture = pictureOf(there.found.evidence);
  if (!picture) return fail(c, "IMAGE_NOT_FOUND", "This photo has no such picture.");
  if (!maySeeContainer(c.get("caller"), there.container))
    return fail(c, "FORBIDDEN", "This container belongs to somebody else.");
  return sendPicture(c, storage, { ...picture, deletedAt: there.found.evidence.imageDeletedAt });
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
