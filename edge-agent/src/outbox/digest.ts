import { hash } from "node:crypto";

export type PictureRole = "original" | "annotated" | "small";
type PictureDigest = { role: string; sha256: string; sizeBytes: number };

/**
 * Everything a record's SHA-256 covers; pictures by their own hash, so that one can be dropped and the rest checked.
 */
export type DigestedRecord = {
  id: string;
  kind: string;
  cameraId: string;
  sequence: number;
  containerNumber: string | null;
  capturedAtMs: number;
  clockSynchronised: boolean;
  payloadVersion: number;
  payload: Uint8Array;
  /** Pictures in any order. */
  pictures: readonly PictureDigest[];
};

/** Lower-case hexadecimal SHA-256. */
export const sha256Hex = (bytes: Uint8Array | string): string => hash("sha256", bytes);

/** The SHA-256 that a record is stored with and checked against whenever it is read. */
export function digestRecord(record: DigestedRecord): string {
  const { id, kind, cameraId, sequence, containerNumber, capturedAtMs, clockSynchronised, payloadVersion } = record;
  const pictures = record.pictures.map(({ role, sha256, sizeBytes }) => `${role} ${sha256} ${sizeBytes}`).toSorted();
  const facts = [id, kind, cameraId, sequence, containerNumber, capturedAtMs, clockSynchronised, payloadVersion];
  return sha256Hex(JSON.stringify([...facts, sha256Hex(record.payload), ...pictures]));
}
