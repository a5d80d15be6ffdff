import { recordChainText } from "@container-inspection/shared-schemas";
import { type PictureRole, digestRecord, sha256Hex } from "./digest.ts";
import type { Capture } from "./record.ts";

/** Version of the payload's shape, kept with each record, so that a later program knows what it reads. */
const PAYLOAD_VERSION = 1;
const EVENTS_PRIORITY = 1;
const DEFAULT_PRIORITY = 0;

type ComposedPicture = { role: PictureRole; sha256: string; sizeBytes: number; bytes: Uint8Array };

/** A record as it is stored, named like the columns. */
export type ComposedRecord = {
  id: string;
  kind: string;
  cameraId: string;
  sequence: number;
  containerNumber: string | null;
  capturedAtMs: number;
  clockSynchronised: number;
  priority: number;
  payloadVersion: number;
  sha256: string;
  recordSha256: string | null;
  sizeBytes: number;
  payload: Uint8Array;
};

/** Where the chain of a camera's records of one kind stands. */
export type ChainEnd = { sequence: number; recordSha256: string };

/** The pictures of a capture with their hashes; none for kinds without. */
export function composePictures(capture: Capture): ComposedPicture[] {
  if (!("pictures" in capture)) return [];
  const { original, annotated, small } = capture.pictures;
  const pictures: ComposedPicture[] = [composePicture("original", original), composePicture("small", small)];
  if (annotated !== undefined) pictures.push(composePicture("annotated", annotated));
  return pictures;
}

const composePicture = (role: PictureRole, bytes: Uint8Array): ComposedPicture => ({
  role,
  sha256: sha256Hex(bytes),
  sizeBytes: bytes.byteLength,
  bytes,
});

/** The record that follows `last` on its camera's chain: its request body without pictures, and its hashes. */
export function composeRecord(capture: Capture, pictures: readonly ComposedPicture[], last: ChainEnd): ComposedRecord {
  const sequence = last.sequence + 1;
  const body = composeBody(capture, pictures, { sequence, previousSha256: last.recordSha256 });
  const facts = {
    id: capture.id,
    kind: capture.kind,
    cameraId: capture.cameraId,
    sequence,
    containerNumber: capture.kind === "stream-events" ? null : capture.containerNumber,
    capturedAtMs: capture.capturedAtMs,
    payloadVersion: PAYLOAD_VERSION,
    payload: Buffer.from(JSON.stringify(body)),
  };
  return {
    ...facts,
    clockSynchronised: Number(capture.clockSynchronised),
    priority: capture.kind === "stream-events" ? EVENTS_PRIORITY : DEFAULT_PRIORITY,
    sha256: digestRecord({ ...facts, clockSynchronised: capture.clockSynchronised, pictures }),
    recordSha256: "record_sha256" in body ? body.record_sha256 : null,
    sizeBytes: pictures.reduce((sum, { sizeBytes }) => sum + sizeBytes, facts.payload.byteLength),
  };
}

function composeBody(
  capture: Capture,
  pictures: readonly ComposedPicture[],
  link: { sequence: number; previousSha256: string },
) {
  const { deviceId, cameraId, capturedAtMs } = capture;
  const origin = { device_id: deviceId, camera_id: cameraId };
  if (capture.kind === "stream-events") return { ...origin, ...capture.payload };
  const body = { ...capture.payload, ...origin, timestamp: new Date(capturedAtMs).toISOString() };
  if (capture.kind === "identify") return { ...body, container_number: capture.containerNumber };
  const imageSha256 = pictures.find(({ role }) => role === "original")?.sha256 ?? "";
  const { timestamp } = body;
  const { containerNumber } = capture;
  return {
    ...body,
    image_sha256: imageSha256,
    sequence: link.sequence,
    // The first record of a camera has none; the cloud takes an absent one as the empty text that was hashed.
    ...(link.previousSha256 === "" ? {} : { previous_sha256: link.previousSha256 }),
    record_sha256: sha256Hex(recordChainText({ ...link, deviceId, cameraId, containerNumber, timestamp, imageSha256 })),
  };
}
