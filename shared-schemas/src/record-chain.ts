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
};

/**
 * The text whose SHA-256 (of its UTF-8 bytes, lower-case hex) is a record's `record_sha256`: its facts, one per line.
 * Sender and cloud hash the same text, so a changed, missing or reordered record is detected.
 */
export function recordChainText(record: ChainedRecord): string {
  const { previousSha256, sequence, deviceId, cameraId, containerNumber, timestamp, imageSha256 } = record;
  return [previousSha256, sequence, deviceId, cameraId, containerNumber, timestamp, imageSha256].join("\n");
}
