import type { Audit } from "../../journal/audit/create-audit.ts";
import { lockContainerOrTarget } from "../containers/container-store.ts";
import { drawThumbnail } from "../../platform/images/draw-thumbnail.ts";
import type { SentPicture } from "../../platform/images/sent-picture.ts";
import { storePictures } from "../../platform/images/store-pictures.ts";
import type { Needs } from "../parts.ts";
import { enterVisit } from "../visits/enter-visit.ts";
import { insertEvidence, thumbnailColumns } from "./evidence-store.ts";

/**
 * Stores a photo that a user sent, on the current visit. Returns its id and that of its container, which is the target
 * where the container was merged meanwhile. The bytes are stored first, so that a row without them never shows. Where
 * the database fails, it may have committed all the same, so the bytes stay. Undefined when the container was deleted:
 * then nothing is kept.
 */
export async function keepEvidence(
  parts: Needs<"settings" | "db" | "storage" | "logger" | "nowMs" | "newId">,
  photo: { containerId: string; uploaderId: string; note: string | null; picture: SentPicture; audit: Audit },
): Promise<{ evidenceId: string; containerId: string } | undefined> {
  const { db, newId, nowMs, settings } = parts;
  const { uploaderId, note, picture, audit } = photo;
  const thumbnail = await drawThumbnail(picture.bytes);
  const id = `ev_${newId()}`;
  const folder = `evidence/${id}`;
  const columns = thumbnailColumns(folder, thumbnail);
  const files = [
    { name: "image", bytes: picture.bytes },
    { name: "thumbnail", bytes: thumbnail.bytes },
  ] as const;
  const pictures = storePictures(parts, folder, files);
  await pictures.write();
  const at = new Date(nowMs());
  const row = {
    id,
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
  const kept = await db.transaction(async (tx) => {
    const found = await lockContainerOrTarget(tx, photo.containerId);
    if (!found) return undefined;
    const visiting = { newId, audit, nowMs: at.getTime(), visitGapMs: settings.visitGapMs };
    const { container } = await enterVisit(tx, visiting, found, { at, openedBy: "user", openedById: uploaderId });
    const { id: containerId, visitId } = container;
    await insertEvidence(tx, { ...row, containerId, visitId });
    const after = { containerId, source: "user", note, imageSha256: picture.sha256 };
    await audit(tx, { action: "evidence.add", subject: { type: "evidence", id }, before: null, after });
    return { evidenceId: id, containerId };
  });
  if (!kept) await pictures.remove();
  return kept;
}
