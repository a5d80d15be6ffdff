import { hash } from "node:crypto";
import type { ErrorDetail } from "@container-inspection/shared-schemas/errors";
import { presentDetection } from "@container-inspection/shared-schemas/present-detection";
import { findingsText, recordChainText } from "@container-inspection/shared-schemas/record-chain";
import type { PictureRequest } from "./scan-request.ts";

/**
 * Checks the `record_sha256` of an edge write against the facts it covers. `containerNumber` is the text of the path,
 * decoded; `imageSha256` is of the picture as captured. Returns the errors, none when the hash is right or absent.
 */
export function checkRecordChain(body: PictureRequest, containerNumber: string, imageSha256: string): ErrorDetail[] {
  const findings = checkFindings(body);
  if (findings.length > 0 || body.record_sha256 === undefined) return findings;
  const text = chainTextOf(body, containerNumber, imageSha256);
  if (text === undefined) {
    const message = "covers sequence, device_id, camera_id and timestamp: send them with it";
    return [{ path: "record_sha256", message }];
  }
  const computed = sha256Of(text);
  if (computed === body.record_sha256) return [];
  return [{ path: "record_sha256", message: `is not the SHA-256 of the record's facts, which is ${computed}` }];
}

/** The text that `record_sha256` hashes; undefined where facts are missing. */
export function chainTextOf(body: PictureRequest, containerNumber: string, imageSha256: string): string | undefined {
  const { sequence, device_id: deviceId, camera_id: cameraId, timestamp, findings_sha256: findingsSha256 } = body;
  if (sequence === undefined || deviceId === undefined || cameraId === undefined || timestamp === undefined)
    return undefined;
  const previousSha256 = body.previous_sha256 ?? "";
  const facts = {
    previousSha256,
    sequence,
    deviceId,
    cameraId,
    containerNumber,
    timestamp: timestamp.sent,
    imageSha256,
    findingsSha256,
  };
  return recordChainText(facts);
}

function checkFindings({ findings_sha256: given, detections = [], ...body }: PictureRequest): ErrorDetail[] {
  if (given === undefined) return [];
  const { model_name: modelName = null, model_version: modelVersion = null } = body;
  const computed = sha256Of(findingsText({ detections: detections.map(presentDetection), modelName, modelVersion }));
  if (computed === given) return [];
  return [{ path: "findings_sha256", message: `is not the SHA-256 of the findings, which is ${computed}` }];
}

const sha256Of = (text: string) => hash("sha256", text);
