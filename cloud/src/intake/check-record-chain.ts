import { createHash } from "node:crypto";
import { type ErrorDetail, recordChainText } from "@container-inspection/shared-schemas";
import type { PictureRequest } from "./scan-request.ts";

/**
 * Checks the `record_sha256` of an edge write against the facts it covers. `containerNumber` is the text of the path,
 * decoded; `imageSha256` is of the picture as captured. Returns the errors, none when the hash is right or absent.
 */
export function checkRecordChain(body: PictureRequest, containerNumber: string, imageSha256: string): ErrorDetail[] {
  const { record_sha256: given, sequence, device_id: deviceId, camera_id: cameraId, timestamp } = body;
  if (given === undefined) return [];
  if (sequence === undefined || deviceId === undefined || cameraId === undefined || timestamp === undefined) {
    const message = "covers sequence, device_id, camera_id and timestamp: send them with it";
    return [{ path: "record_sha256", message }];
  }
  const previousSha256 = body.previous_sha256 ?? "";
  const facts = {
    previousSha256,
    sequence,
    deviceId,
    cameraId,
    containerNumber,
    timestamp: timestamp.sent,
    imageSha256,
  };
  const computed = createHash("sha256").update(recordChainText(facts)).digest("hex");
  if (computed === given) return [];
  return [{ path: "record_sha256", message: `is not the SHA-256 of the record's facts, which is ${computed}` }];
}
