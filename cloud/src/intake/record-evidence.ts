import type { edgeEvidenceData } from "@container-inspection/shared-schemas";
import type { z } from "zod";
import { insertEvidence, thumbnailColumns } from "../inspection/evidence/evidence-store.ts";
import { drawThumbnail } from "../platform/images/draw-thumbnail.ts";
import type { Needs } from "./parts.ts";
import { findEdgeUserId, openContainer } from "./edge-container-store.ts";
import type { EdgeRecord } from "./read-record.ts";
import type { ReceiptOutcome } from "../platform/idempotency/receipt-store.ts";
import { columnsOf, detectionsOf, timesOf } from "./record-columns.ts";
import { recordWithPictures } from "./record-with-pictures.ts";

type EvidenceData = z.infer<typeof edgeEvidenceData>;

/** Records a photo from a device as evidence exactly once; its container is found or made, on the visit it belongs to. */
export async function recordEvidence(
  parts: Needs<"settings" | "db" | "storage" | "logger" | "newId">,
  record: EdgeRecord,
): Promise<ReceiptOutcome<EvidenceData>> {
  const { settings, newId } = parts;
  const { number, body, audit, nowMs } = record;
  const evidenceId = `ev_${newId()}`;
  const folder = `evidence/${evidenceId}`;
  const thumbnail = await drawThumbnail(record.pictures.image.bytes);
  const place = { route: "ingestEvidenceV1", folder, thumbnail: thumbnail.bytes };
  return recordWithPictures(parts, record, place, async (tx, atEnd) => {
    const accounts = { userEmail: body.user_email, defaultUserEmail: settings.edgeDefaultUserEmail };
    const { orderedAt: at, ...times } = timesOf(record);
    const { visitGapMs } = settings;
    const { container, created } = await openContainer(tx, {
      number,
      ...accounts,
      at,
      audit,
      newId,
      nowMs,
      visitGapMs,
      atEnd,
    });
    const { id: containerId, visitId, containerNumber, numberCheck } = container;
    await insertEvidence(tx, {
      ...columnsOf(record, folder),
      ...thumbnailColumns(folder, thumbnail),
      ...times,
      id: evidenceId,
      containerId,
      visitId,
      uploaderId: await findEdgeUserId(tx, accounts),
      userEmail: body.user_email ?? null,
      detections: detectionsOf(record),
    });
    const after = {
      containerId,
      source: "edge",
      userEmail: body.user_email ?? null,
      imageSha256: record.pictures.image.sha256,
    };
    await audit(tx, { action: "evidence.add", subject: { type: "evidence", id: evidenceId }, before: null, after });
    return { evidenceId, containerId, containerNumber, numberCheck, created };
  });
}
