import type { edgeEvidenceData } from "@container-inspection/shared-schemas/edge";
import type { z } from "zod";
import { insertEvidence, thumbnailColumns } from "../inspection/evidence/evidence-store.ts";
import { keepLane } from "../inspection/judging/keep-lane.ts";
import type { Thumbnail } from "../platform/images/draw-thumbnail.ts";
import type { RecordTransaction } from "./record-transaction.ts";
import { findEdgeUserId } from "./edge-account-store.ts";
import { enterPassage } from "./enter-passage.ts";
import type { Needs } from "./parts.ts";
import type { SentRecord } from "./passage-of-record.ts";
import { accountsOf, columnsOf, detectionsOf, timesOf } from "./record-columns.ts";

/**
 * Writes a photo from a device as evidence; its container is found or created, on the visit that the photo belongs to.
 */
export async function writeEvidence(
  { tx, atEnd }: RecordTransaction,
  { settings, newId, matchRules }: Needs<"settings" | "newId" | "matchRules">,
  record: SentRecord,
  { evidenceId, folder, thumbnail }: { evidenceId: string; folder: string; thumbnail: Thumbnail },
): Promise<z.infer<typeof edgeEvidenceData>> {
  const { number, body, audit, nowMs } = record;
  const accounts = accountsOf(record, settings);
  const { orderedAt: at, ...times } = timesOf(record);
  const { visitGapMs } = settings;
  const entering = { number, ...accounts, readSizeType: body.size_type, at, audit, newId, nowMs, visitGapMs, atEnd };
  const { camera_id: cameraId = null } = body;
  const { container, created } = await enterPassage(tx, { ...entering, passage: record.passage, cameraId });
  const { id: containerId, visitId, containerNumber, numberCheck } = container;
  // It may have begun a visit or joined two, and its size-type counts for the papers.
  await keepLane(tx, { matchRules, nowMs }, container);
  const userEmail = body.user_email ?? null;
  await insertEvidence(tx, {
    ...columnsOf(record, folder),
    ...thumbnailColumns(folder, thumbnail),
    ...times,
    id: evidenceId,
    containerId,
    visitId,
    uploaderId: await findEdgeUserId(tx, accounts),
    userEmail,
    detections: detectionsOf(record),
  });
  const after = { containerId, source: "edge", userEmail, imageSha256: record.pictures.image.sha256 };
  await audit(tx, { action: "evidence.add", subject: { type: "evidence", id: evidenceId }, before: null, after });
  return { evidenceId, containerId, containerNumber, numberCheck, created };
}
