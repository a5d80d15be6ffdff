import type { Evidence } from "@container-inspection/shared-schemas/evidence";
import type { Audit } from "../../journal/audit/create-audit.ts";
import { commitWithReceipt, type ReceiptOutcome } from "../../platform/idempotency/receipts.ts";
import type { UserReceipt } from "../../platform/idempotency/write-once.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { lockContainerOrTarget } from "../record/container-store.ts";
import { drawThumbnail } from "../../platform/images/draw-thumbnail.ts";
import type { SentPicture } from "../../platform/images/sent-picture.ts";
import { storePictures } from "../../platform/images/store-pictures.ts";
import type { Needs } from "../parts.ts";
import { keepLane } from "../judging/keep-lane.ts";
import { enterVisit } from "../visits/enter-visit.ts";
import { orderTime } from "../record/order-scans.ts";
import { findEvidence, insertEvidence, thumbnailColumns } from "./evidence-store.ts";
import { presentEvidence } from "./present-evidence.ts";

/** Photo that a user sends. `takenAt` is undefined for a photo that was sent as it was taken. */
type Photo = {
  containerId: string;
  uploaderId: string;
  note: string | null;
  takenAt: Date | undefined;
  picture: SentPicture;
  audit: Audit;
};

/** The container was deleted while its photo arrived. */
class ContainerDeletedError extends Error {}

/**
 * Stores a photo that a user sent, on the visit that it belongs to, once for its receipt. If the container was merged
 * in the process, the photo goes to the target of the merge. The bytes are stored first, so that a row without them
 * never shows. A failing database may have committed nevertheless, so the bytes stay. Returns undefined, and stores
 * nothing, if the container was deleted.
 */
export async function keepEvidence(
  parts: Needs<"settings" | "db" | "storage" | "matchRules" | "logger" | "nowMs" | "newId">,
  photo: Photo,
  receipt: UserReceipt,
): Promise<ReceiptOutcome<Evidence> | undefined> {
  const { db, newId } = parts;
  const thumbnail = await drawThumbnail(photo.picture.bytes);
  const id = `ev_${newId()}`;
  const folder = `evidence/${id}`;
  const files = [
    { name: "image", bytes: photo.picture.bytes },
    { name: "thumbnail", bytes: thumbnail.bytes },
  ] as const;
  const pictures = storePictures(parts, folder, files);
  await pictures.write();
  try {
    const outcome = await commitWithReceipt(db, receipt, (tx) =>
      writePhoto(tx, parts, photo, { id, folder, columns: thumbnailColumns(folder, thumbnail) }),
    );
    // Another request with the same key was faster: its pictures are those on record.
    if (outcome.kind === "key-reused" || outcome.replayed) await pictures.remove();
    return outcome;
  } catch (error) {
    if (!(error instanceof ContainerDeletedError)) throw error;
    await pictures.remove();
    return undefined;
  }
}

type Stored = { id: string; folder: string; columns: ReturnType<typeof thumbnailColumns> };

/** Writes the record of a photo whose bytes are stored, and reads it back as replies show it. */
async function writePhoto(
  tx: DatabaseOrTransaction,
  { newId, nowMs, settings, matchRules }: Needs<"settings" | "matchRules" | "nowMs" | "newId">,
  { containerId: sentTo, uploaderId, note, takenAt, picture, audit }: Photo,
  { id, folder, columns }: Stored,
): Promise<Evidence> {
  const receivedAt = new Date(nowMs());
  const timestamp = takenAt ?? receivedAt;
  const { clockSuspect, orderedAt: at } = orderTime(timestamp, receivedAt);
  const found = await lockContainerOrTarget(tx, sentTo);
  if (!found) throw new ContainerDeletedError("the container was deleted");
  const visiting = { newId, audit, nowMs: receivedAt.getTime(), visitGapMs: settings.visitGapMs };
  const { container } = await enterVisit(tx, visiting, found, { at, openedBy: "user", openedById: uploaderId });
  const { id: containerId, visitId } = container;
  // It may have begun a visit, or joined two.
  await keepLane(tx, { matchRules, nowMs: visiting.nowMs }, container);
  await insertEvidence(tx, {
    id,
    containerId,
    visitId,
    uploaderId,
    source: "user",
    note,
    detections: [],
    timestamp,
    receivedAt,
    clockSuspect,
    ...columns,
    imageKey: `${folder}/image`,
    imageContentType: picture.contentType,
    imageSha256: picture.sha256,
    imageOriginalSha256: picture.sha256,
    imageSizeBytes: picture.bytes.length,
    imageWidth: picture.width,
    imageHeight: picture.height,
  });
  const after = { containerId, source: "user", note, imageSha256: picture.sha256 };
  await audit(tx, { action: "evidence.add", subject: { type: "evidence", id }, before: null, after });
  const kept = await findEvidence(tx, containerId, id);
  if (!kept?.photo) throw new Error(`the photo ${id} vanished from its own transaction`);
  return presentEvidence(kept.photo);
}
