import type { CategoryScan, ContainerNumber, Detection, edgeScanData } from "@container-inspection/shared-schemas";
import type { z } from "zod";
import type { DatabaseOrTransaction } from "../db/connect.ts";
import { matchScan } from "../manifests/match-scan.ts";
import type { Parts } from "../parts.ts";
import { insertScan } from "../scans/scan-store.ts";
import { summariseDetections } from "../scans/summarise-detections.ts";
import { noteScan, openContainer } from "./edge-container-store.ts";
import { isNewer, orderTime } from "./order-scans.ts";
import type { SentPictures } from "./read-pictures.ts";
import { type ReceiptOutcome, UncertainCommitError, withReceipt } from "./receipt-store.ts";
import { requestSha256 } from "./request-sha256.ts";
import type { ScanRequest } from "./scan-request.ts";
import { storePictures } from "./store-pictures.ts";

export type CategoryScanRecord = {
  number: ContainerNumber;
  body: ScanRequest;
  pictures: SentPictures;
  idempotencyKey: string | null;
  nowMs: number;
};
type ScanData = z.infer<typeof edgeScanData>;

/**
 * Records a category scan exactly once: pictures first, then everything else in one transaction with the receipt. Whatever
 * goes wrong, nothing stays behind; only after a commit of unknown outcome the pictures stay, since the scan may be there.
 */
export async function recordCategoryScan(parts: Parts, record: CategoryScanRecord): Promise<ReceiptOutcome<ScanData>> {
  const { idempotencyKey: key, nowMs } = record;
  const receipt = { route: "ingestCategoryScanV1", key, requestSha256: comparedSha256(record), nowMs };
  const scanId = parts.newId();
  const pictures = storePictures(parts, `scans/${scanId}`, record.pictures);
  try {
    const work = (tx: DatabaseOrTransaction) => writeScan(tx, parts, record, scanId);
    const outcome = await withReceipt(parts.db, receipt, work, () => pictures.write());
    if (outcome.kind !== "done" || outcome.replayed) await pictures.remove();
    return outcome;
  } catch (error) {
    if (!(error instanceof UncertainCommitError)) await pictures.remove();
    throw error;
  }
}

/**
 * A picture stands in by the hash of its original, so that a copy that a full box had to reduce is the same record. The
 * visualization shows nothing but image and detections, and a full box may drop it: it is not compared.
 */
function comparedSha256({ number, body, pictures }: CategoryScanRecord): string {
  const { image: _image, image_reduced: _reduced, visualization: _visualization, timestamp, ...rest } = body;
  const compared = { ...rest, timestamp: timestamp?.sent, image_sha256: pictures.originalSha256 };
  return requestSha256({ containerNumber: number.key, body: compared });
}

async function writeScan(
  tx: DatabaseOrTransaction,
  { settings, newId }: Parts,
  record: CategoryScanRecord,
  scanId: string,
): Promise<ScanData> {
  const { number, body, nowMs } = record;
  const userEmail = body.user_email;
  const defaultUserEmail = settings.edgeDefaultUserEmail;
  const opened = await openContainer(tx, { number, userEmail, defaultUserEmail, newId, nowMs });
  const { container, manifest, created } = opened;
  const detections = body.detections.map(presentDetection);
  const receivedAt = new Date(nowMs);
  const takenAt = body.timestamp?.date ?? receivedAt;
  const { clockSuspect, orderedAt } = orderTime(takenAt, receivedAt);
  const categoryScan: CategoryScan = {
    scanId,
    timestamp: takenAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
    clockSuspect,
    detections,
    summary: summariseDetections(detections),
    cameraId: body.camera_id ?? null,
    deviceId: body.device_id ?? null,
    userEmail: userEmail ?? defaultUserEmail,
  };
  await insertScan(tx, {
    ...categoryScan,
    ...columnsOf(record, scanId),
    containerId: container.id,
    timestamp: takenAt,
    receivedAt,
  });
  const current = { orderedAt: container.categoryScanOrderedAt, scanId: container.categoryScan?.scanId };
  const isNewest = isNewer({ orderedAt, scanId }, current);
  await noteScan(tx, container, isNewest ? { categoryScan, orderedAt } : undefined, nowMs);
  return {
    scanId,
    containerId: container.id,
    containerNumber: container.containerNumber,
    numberCheck: container.numberCheck,
    created,
    categoryScan: isNewest ? categoryScan : (container.categoryScan ?? categoryScan),
    manifestMatch: matchScan(manifest, container, detections),
  };
}

/** What of the request and its pictures is kept beside what the container shows. */
function columnsOf({ body, pictures }: CategoryScanRecord, scanId: string) {
  const { image, visualization, originalSha256 } = pictures;
  return {
    id: scanId,
    type: "category" as const,
    source: "edge" as const,
    status: "done" as const,
    modelName: body.model_name ?? null,
    modelVersion: body.model_version ?? null,
    inferenceMs: body.inference_ms ?? null,
    imageKey: `scans/${scanId}/image`,
    imageContentType: image.contentType,
    imageSha256: image.sha256,
    imageOriginalSha256: originalSha256,
    imageReduced: body.image_reduced ?? false,
    imageSizeBytes: image.bytes.length,
    imageWidth: image.width,
    imageHeight: image.height,
    visualizationKey: visualization ? `scans/${scanId}/visualization` : null,
    visualizationContentType: visualization?.contentType ?? null,
    visualizationSha256: visualization?.sha256 ?? null,
    visualizationSizeBytes: visualization?.bytes.length ?? null,
    sequence: body.sequence ?? null,
    previousSha256: body.previous_sha256 ?? null,
    recordSha256: body.record_sha256 ?? null,
  };
}

function presentDetection(sent: ScanRequest["detections"][number]): Detection {
  return {
    className: sent.class_name ?? null,
    confidence: sent.confidence ?? null,
    polygon: sent.polygon ?? null,
    areaPercentage: sent.area_percentage ?? null,
    quantity: sent.quantity ?? null,
    volume: sent.volume ?? null,
  };
}
