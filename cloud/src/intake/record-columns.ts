import { presentDetection } from "@container-inspection/shared-schemas/present-detection";
import type { Detection } from "@container-inspection/shared-schemas/scans";
import { orderTime } from "../inspection/record/order-scans.ts";
import type { EdgeAccounts } from "./edge-account-store.ts";
import type { SentRecord } from "./passage-of-record.ts";
import type { EdgeRecord } from "./read-record.ts";

/**
 * Returns the times at which a record was taken and arrived, and the time by which scans are ordered.
 */
export function timesOf({ body, nowMs }: EdgeRecord) {
  const receivedAt = new Date(nowMs);
  const timestamp = body.timestamp?.date ?? receivedAt;
  return { timestamp, receivedAt, ...orderTime(timestamp, receivedAt) };
}

/** Returns the addresses that determine the account of a record. */
export function accountsOf({ body }: EdgeRecord, settings: { edgeDefaultUserEmail: string }): EdgeAccounts {
  return { userEmail: body.user_email, defaultUserEmail: settings.edgeDefaultUserEmail };
}

/** The detections of a record as replies show them; omitted values are null. */
export function detectionsOf({ body }: EdgeRecord): Detection[] {
  return (body.detections ?? []).map(presentDetection);
}

/** The columns that scans and evidence share, of a record whose pictures are stored in `folder`. */
export function columnsOf(record: SentRecord, folder: string) {
  const { body, passage } = record;
  return {
    source: "edge" as const,
    cameraId: body.camera_id ?? null,
    deviceId: body.device_id ?? null,
    modelName: body.model_name ?? null,
    modelVersion: body.model_version ?? null,
    inferenceMs: body.inference_ms ?? null,
    ...pictureColumns(record, folder),
    sequence: body.sequence ?? null,
    previousSha256: body.previous_sha256 ?? null,
    recordSha256: body.record_sha256 ?? null,
    passageId: passage?.passageId ?? null,
    passagePosition: passage?.position ?? null,
  };
}

function pictureColumns({ body, pictures }: EdgeRecord, folder: string) {
  const { image, visualization, originalSha256 } = pictures;
  return {
    imageKey: `${folder}/image`,
    imageContentType: image.contentType,
    imageSha256: image.sha256,
    imageOriginalSha256: originalSha256,
    imageReduced: body.image_reduced ?? false,
    imageSizeBytes: image.bytes.length,
    imageWidth: image.width,
    imageHeight: image.height,
    visualizationKey: visualization ? `${folder}/visualization` : null,
    visualizationContentType: visualization?.contentType ?? null,
    visualizationSha256: visualization?.sha256 ?? null,
    visualizationSizeBytes: visualization?.bytes.length ?? null,
  };
}
