import type { Detection } from "./scans.ts";

/** The facts of one scan record that its hash covers, each exactly as it is sent. */
export type ChainedRecord = {
  /** Hash of the previous record of the same camera; empty for a camera's first record. */
  previousSha256: string;
  /** Counts up by one per scan of one camera, from 1. */
  sequence: number;
  deviceId: string;
  cameraId: string;
  containerNumber: string;
  /** The `timestamp` text of the request. */
  timestamp: string;
  /** SHA-256 of the picture as captured, even when a reduced copy is sent. */
  imageSha256: string;
  /** SHA-256 of `findingsText`; absent for photos, which have no findings. */
  findingsSha256?: string | undefined;
};

/**
 * The text whose SHA-256 (of its UTF-8 bytes, lower-case hex) is a record's `record_sha256`: its facts, one per line.
 * Sender and cloud hash the same text, so a changed, missing or reordered record is detected. A device with a signing
 * key signs the hash: Ed25519 over the 64 characters of `record_sha256`.
 */
export function recordChainText(record: ChainedRecord): string {
  const { previousSha256, sequence, deviceId, cameraId, containerNumber, timestamp, imageSha256 } = record;
  const facts = [previousSha256, sequence, deviceId, cameraId, containerNumber, timestamp, imageSha256];
  return [...facts, ...(record.findingsSha256 === undefined ? [] : [record.findingsSha256])].join("\n");
}

/** Findings of a model in a picture, as replies show them. */
export type ChainedFindings = {
  detections: readonly Detection[];
  modelName: string | null;
  modelVersion: string | null;
};

/**
 * Returns the text whose SHA-256 is `findings_sha256`: JSON of the model and of every detection, in a fixed order of
 * values, with null for values that were not sent.
 */
export function findingsText({ detections, modelName, modelVersion }: ChainedFindings): string {
  const rows = detections.map(({ className, confidence, polygon, areaPercentage, quantity, volume, text }) => [
    className,
    confidence,
    polygon?.x ?? null,
    polygon?.y ?? null,
    areaPercentage,
    quantity,
    volume,
    text ?? null,
  ]);
  return JSON.stringify([modelName, modelVersion, rows]);
}
