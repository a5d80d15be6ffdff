import type { Audit } from "../audit/create-audit.ts";
import { drawThumbnail } from "../images/draw-thumbnail.ts";
import type { SentPicture } from "../images/sent-picture.ts";
import { storePictures } from "../images/store-pictures.ts";
import type { Parts } from "../parts.ts";
import { insertEvidence, thumbnailColumns } from "./evidence-store.ts";

/**
 * Keeps a photo that a person sent, and returns its evidence id. Its bytes come first: a row without them never shows. Where the
 * database fails, it may have committed all the same, so the bytes stay rather than be missing.
 */
export async function keepEvidence(
  parts: Pick<Parts, "db" | "storage" | "newId" | "nowMs" | "logger">,
  photo: { containerId: string; uploaderId: string; note: string | null; picture: SentPicture; audit: Audit },
): Promise<string> {
  const { db, newId, nowMs } = parts;
  const { containerId, uploaderId, note, picture, audit } = photo;
  const thumbnail = await drawThumbnail(picture.bytes);
  const id = `ev_${newId()}`;
  const folder = `evidence/${id}`;
  const columns = thumbnailColumns(folder, thumbnail);
  const files = [
    { name: "image", bytes: picture.bytes },
    { name: "thumbnail", bytes: thumbnail.bytes },
  ] as const;
  await storePictures(parts, folder, files).write();
  const at = new Date(nowMs());
  const row = {
    id,
    containerId,
    uploaderId,
    source: "user" as const,
    note,
    detections: [],
    timestamp: at,
    receivedAt: at,
    ...columns,
    imageKey: `${folder}/image`,
    imageContentType: picture.contentType,
    imageSha256: picture.sha256,
    imageOriginalSha256: picture.sha256,
    imageSizeBytes: picture.bytes.length,
    imageWidth: picture.width,
    imageHeight: picture.height,
  };
  const after = { containerId, source: "user", note, imageSha256: picture.sha256 };
  await db.transaction(async (tx) => {
    await insertEvidence(tx, row);
    await audit(tx, { action: "evidence.add", subject: { type: "evidence", id }, before: null, after });
  });
  return id;
}
