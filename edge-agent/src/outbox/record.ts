import type { CameraDriftBody } from "@container-inspection/shared-schemas/camera-drift";
import type { EdgeDetection } from "@container-inspection/shared-schemas/edge";
import type { StreamEventBody } from "@container-inspection/shared-schemas/tracking";

/** Kind of a scan by the findings it looks for; all have the same form. */
type ScanKind = "category-scan" | "defect-scan" | "illegal-scan";
/** Kind of a record by its purpose; each has its own route in the cloud. */
export type RecordKind = ScanKind | "evidence" | "identify" | "stream-events" | "camera-drift";

type CaptureFacts = {
  /** Made before the insert; the Idempotency-Key of every try to deliver it: 1 to 100 of `A-Z a-z 0-9 _ -`. */
  id: string;
  deviceId: string;
  cameraId: string;
  /** Wall clock, milliseconds since the Unix epoch; sent as `timestamp`. */
  capturedAtMs: number;
  /** True if the clock was known to be right at the capture. */
  clockSynchronised: boolean;
  /** Names the picture file it was made from: a second capture of this kind, camera and file is not kept. */
  pictureKey?: string | undefined;
  /** Trace context that the record continues: stored in the payload and sent with it, so that no schema changes. */
  traceparent?: string | undefined;
  /** The vehicle that it was captured of, and the position of its container there: part of the payload, too. */
  passageId?: string | undefined;
  passagePosition?: string | undefined;
};

/** Encoded pictures of a scan, as they will be sent. */
type ScanPictures = {
  /** Picture as captured: JPEG, PNG, WebP or TIFF. */
  original: Uint8Array;
  /** The same with its findings drawn in. */
  annotated?: Uint8Array | undefined;
  /** A small JPEG of the original, sent in its place when a full outbox had to drop the original. */
  small: Uint8Array;
};

/**
 * The request body of a scan without the fields that the outbox adds: pictures and their hash, `device_id`,
 * `camera_id`, `timestamp` and the hash chain.
 */
type ScanPayload = {
  detections: EdgeDetection[];
  user_email?: string | undefined;
  model_name?: string | undefined;
  model_version?: string | undefined;
  inference_ms?: number | undefined;
};

export type ScanCapture = CaptureFacts & {
  kind: ScanKind;
  containerNumber: string;
  payload: ScanPayload;
  pictures: ScanPictures;
};

/** A photo of a container without findings. */
export type EvidenceCapture = CaptureFacts & {
  kind: "evidence";
  containerNumber: string;
  payload: { user_email?: string | undefined };
  pictures: ScanPictures;
};

/** A scan or photo whose container number is not known yet. */
export type UnnumberedScan = Omit<ScanCapture, "containerNumber"> | Omit<EvidenceCapture, "containerNumber">;

/** Reports which container is in front of a camera. */
export type IdentifyCapture = CaptureFacts & {
  kind: "identify";
  containerNumber: string;
  payload: {
    confidence?: number | undefined;
    candidates?: { container_number: string; confidence?: number | undefined }[] | undefined;
    user_email?: string | undefined;
  };
};

/** About a second of one camera's events, at most 5,000; `session_id` names one run of that camera's tracker. */
export type StreamEventsCapture = CaptureFacts & {
  kind: "stream-events";
  payload: { session_id: string; events: StreamEventBody[] };
};

/** Difference between a camera's days and its reference; its small pictures are part of the payload. */
export type CameraDriftCapture = CaptureFacts & { kind: "camera-drift"; payload: CameraDriftBody };

/** Capture of the agent, passed to the outbox. */
export type Capture = ScanCapture | EvidenceCapture | IdentifyCapture | StreamEventsCapture | CameraDriftCapture;

/** A record as read from the outbox, checked against its SHA-256. */
export type OutboxRecord = {
  id: string;
  kind: RecordKind;
  cameraId: string;
  /** Counts up by one per record of its kind and camera, from 1. */
  sequence: number;
  /** Null for stream events and drifts. */
  containerNumber: string | null;
  capturedAtMs: number;
  clockSynchronised: boolean;
  /** The request body without pictures. */
  payload: Record<string, unknown>;
  /** The picture to send: the original, or the small copy when `reduced`. Null for kinds without pictures. */
  image: { bytes: Uint8Array; reduced: boolean } | null;
  annotated: Uint8Array | null;
};

/** Facts about a record that the forwarder needs to choose it. */
export type RecordHead = { id: string; kind: RecordKind; cameraId: string; sizeBytes: number };

/** See `Outbox.nextRecords`. */
export type NextRecordsQuery = {
  excludeCameraIds: readonly string[];
  excludeKinds: readonly RecordKind[];
  excludeIds: readonly string[];
  perCamera?: number | undefined;
  limit: number;
};

/** The order of delivery: scans and announcements first. */
export const FIRST_PRIORITY = 0;
export const LATER_PRIORITY = 1;

/** Kinds that are delivered after scans and announcements, and for which no scan gives up a picture. */
export const isSecondary = (kind: RecordKind): boolean => kind === "stream-events" || kind === "camera-drift";
