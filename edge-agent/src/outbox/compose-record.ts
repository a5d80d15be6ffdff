import { presentDetection } from "@container-inspection/shared-schemas/present-detection";
import { findingsText, recordChainText } from "@container-inspection/shared-schemas/record-chain";
import { type PictureRole, digestRecord, sha256Hex } from "./digest.ts";
import { parsePayload, type StoredPicture, type StoredRecord } from "./read-record.ts";
import {
  type Capture,
  FIRST_PRIORITY,
  isSecondary,
  LATER_PRIORITY,
  type ScanCapture,
  type UnnumberedScan,
} from "./record.ts";

/** Version of the payload's shape, kept with each record, so that a later program knows the format it reads. */
const PAYLOAD_VERSION = 1;

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

/** End of the chain of a camera's records of one kind. */
export type ChainEnd = { sequence: number; recordSha256: string };

/** Signs a `record_sha256` with the key of this device: base64, or null for a device without a key. */
export type SignRecord = (recordSha256: string) => string | null;

/** The pictures of a capture with their hashes; none for kinds without. */
export function composePictures(capture: Capture | UnnumberedScan): ComposedPicture[] {
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

/**
 * The record that follows `last` on its camera's chain: its request body without pictures, its hashes and its
 * signature.
 */
export function composeRecord(
  capture: Capture,
  pictures: readonly ComposedPicture[],
  last: ChainEnd,
  sign: SignRecord,
): ComposedRecord {
  const body = composeBody(capture, pictures);
  const containerNumber = "containerNumber" in capture ? capture.containerNumber : null;
  if (containerNumber === null || !isScanBody(body)) {
    const named = { ...body, container_number: containerNumber ?? undefined };
    return seal(capture, pictures, { sequence: last.sequence + 1, containerNumber, body: named });
  }
  return seal(capture, pictures, chained(body, containerNumber, last, sign));
}

/** The record of a scan without a number: on no chain, with sequence 0. */
export function composeUnnumbered(scan: UnnumberedScan, pictures: readonly ComposedPicture[]): ComposedRecord {
  return seal(scan, pictures, { sequence: 0, containerNumber: null, body: composeBody(scan, pictures) });
}

/** The record that an unnumbered one becomes with its number, which follows `last` on its camera's chain. */
export function composeNumbered(
  record: StoredRecord,
  pictures: readonly StoredPicture[],
  { containerNumber, passageId }: { containerNumber: string; passageId?: string | undefined },
  { last, sign }: { last: ChainEnd; sign: SignRecord },
): ComposedRecord {
  const stored = parsePayload(record.payload);
  const body = passageId === undefined ? stored : { ...stored, passage_id: passageId };
  if (!isScanBody(body)) throw new TypeError(`record ${record.id} waits for a number and is not a scan`);
  const capture = { ...record, clockSynchronised: record.clockSynchronised === 1 };
  const numbered = seal(capture, pictures, chained(body, containerNumber, last, sign));
  // Dropped pictures are not counted.
  const sizeBytes = record.sizeBytes + numbered.payload.byteLength - record.payload.byteLength;
  return { ...numbered, sizeBytes };
}

/** Data to seal; values of the body that are undefined are left out. */
type Sealed = { sequence: number; containerNumber: string | null; body: Record<string, unknown> };

function seal(
  capture: Pick<Capture, "id" | "cameraId" | "capturedAtMs" | "clockSynchronised"> & { kind: Capture["kind"] },
  pictures: readonly { role: string; sha256: string; sizeBytes: number }[],
  { sequence, containerNumber, body }: Sealed,
): ComposedRecord {
  const { id, kind, cameraId, capturedAtMs, clockSynchronised } = capture;
  const facts = {
    id,
    kind,
    cameraId,
    sequence,
    containerNumber,
    capturedAtMs,
    payloadVersion: PAYLOAD_VERSION,
    payload: Buffer.from(JSON.stringify(body)),
  };
  const recordSha256 = body["record_sha256"];
  return {
    ...facts,
    clockSynchronised: Number(clockSynchronised),
    priority: isSecondary(kind) ? LATER_PRIORITY : FIRST_PRIORITY,
    sha256: digestRecord({ ...facts, clockSynchronised, pictures }),
    recordSha256: typeof recordSha256 === "string" ? recordSha256 : null,
    sizeBytes: pictures.reduce((sum, { sizeBytes }) => sum + sizeBytes, facts.payload.byteLength),
  };
}

type ScanBody = Record<string, unknown> & Record<"device_id" | "camera_id" | "timestamp" | "image_sha256", string>;

function isScanBody(body: Record<string, unknown>): body is ScanBody {
  return ["device_id", "camera_id", "timestamp", "image_sha256"].every((name) => typeof body[name] === "string");
}

/** The body of a scan as the next link after `last`, signed. */
function chained(body: ScanBody, containerNumber: string, last: ChainEnd, sign: SignRecord): Sealed {
  const { device_id: deviceId, camera_id: cameraId, timestamp, image_sha256: imageSha256 } = body;
  const link = { sequence: last.sequence + 1, previousSha256: last.recordSha256 };
  const findingsSha256 = digestFindings(body);
  const facts = { ...link, deviceId, cameraId, containerNumber, timestamp, imageSha256, findingsSha256 };
  const recordSha256 = sha256Hex(recordChainText(facts));
  const signature = sign(recordSha256);
  return {
    sequence: link.sequence,
    containerNumber,
    body: {
      ...body,
      findings_sha256: findingsSha256,
      sequence: link.sequence,
      // The first record of a camera has none; the cloud takes an absent one as the empty text that was hashed.
      ...(link.previousSha256 === "" ? {} : { previous_sha256: link.previousSha256 }),
      record_sha256: recordSha256,
      record_signature: signature ?? undefined,
    },
  };
}

/** The `findings_sha256` of a scan; undefined for photos, which have no findings. */
function digestFindings(body: ScanBody): string | undefined {
  // A payload holds them as its capture was typed.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { detections, model_name: modelName, model_version: modelVersion } = body as Partial<ScanCapture["payload"]>;
  const found = detections?.map(presentDetection);
  if (found === undefined) return undefined;
  return sha256Hex(
    findingsText({ detections: found, modelName: modelName ?? null, modelVersion: modelVersion ?? null }),
  );
}

/** The request body without pictures and without what depends on the container number. */
function composeBody(capture: Capture | UnnumberedScan, pictures: readonly ComposedPicture[]): Record<string, unknown> {
  const { deviceId, cameraId, capturedAtMs, traceparent, passageId, passagePosition } = capture;
  const origin = { device_id: deviceId, camera_id: cameraId };
  if (capture.kind === "stream-events") return { ...origin, ...capture.payload };
  const passage = { passage_id: passageId, passage_position: passagePosition };
  const timestamp = new Date(capturedAtMs).toISOString();
  const body = { ...capture.payload, ...origin, ...passage, traceparent, timestamp };
  const original = pictures.find(({ role }) => role === "original");
  return original === undefined ? body : { ...body, image_sha256: original.sha256 };
}
