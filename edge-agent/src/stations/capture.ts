import type { EdgeDetection } from "@container-inspection/shared-schemas/edge";
import type { StreamEventBody } from "@container-inspection/shared-schemas/tracking";
import type { NumberEvidence } from "../reading/number-evidence.ts";
import type { NumberReport } from "./container-numbers.ts";

type Facts = {
  /** Created here, once; the cloud recognises repetitions by it. */
  id: string;
  deviceId: string;
  cameraId: string;
  /** Wall clock, milliseconds since the Unix epoch. */
  capturedAtMs: number;
  /** True if the clock was known to be right at the capture. */
  clockSynchronised: boolean;
  /** The picture file that it was made from, where there is one: no file is captured twice. */
  pictureKey?: string | undefined;
  /** Trace context that the capture continues; undefined if nothing is traced. */
  traceparent?: string | undefined;
  /** The passage that it belongs to, and the position of its container; undefined where the container is fixed. */
  passageId?: string | undefined;
  passagePosition?: string | undefined;
};

/** Encoded pictures of a scan. */
export type ScanPictures = {
  /** JPEG of the whole frame, or the picture file as it was given. */
  original: Uint8Array;
  /** JPEG with the findings drawn in; a photo of evidence has none. */
  annotated?: Uint8Array | undefined;
  /** JPEG of at most 320 pixels. */
  small: Uint8Array;
};

export type ScanPayload = {
  detections: EdgeDetection[];
  user_email: string | undefined;
  model_name: string;
  model_version: string;
  inference_ms: number;
  /** Absent where the model has no figures of the pictures that it was trained on. */
  unlike_training?: boolean;
};

/** Type of scan, by the findings that it looks for. */
export type ScanType = "category" | "defect" | "illegal";

/** One load of one container, seen once by one model. */
export type ScanCapture = Facts & {
  kind: `${ScanType}-scan`;
  containerNumber: string;
  payload: ScanPayload;
  pictures: ScanPictures;
};

/** The picture of a side camera at a scan, or the one that a container's number was read from. */
type EvidenceCapture = Facts & {
  kind: "evidence";
  containerNumber: string;
  payload: { user_email: string | undefined } | Omit<ScanPayload, "inference_ms">;
  pictures: ScanPictures;
};

/** A scan or a photo whose container number is not known yet. */
export type UnnumberedScan = Omit<ScanCapture, "containerNumber"> | Omit<EvidenceCapture, "containerNumber">;

/** Announcement of the container that is at a station from now on. */
type IdentifyCapture = Facts & {
  kind: "identify";
  containerNumber: string;
  payload: {
    confidence: number | undefined;
    user_email: string | undefined;
    number_source: NumberReport["source"];
  } & Partial<NumberEvidence>;
};

/** About a second of one camera's events. */
export type EventsCapture = Facts & {
  kind: "stream-events";
  payload: { session_id: string; events: StreamEventBody[] };
};

/** Capture of a station, ready to be committed. */
export type StationCapture = ScanCapture | EvidenceCapture | IdentifyCapture | EventsCapture;

/** Store for the captures of stations. */
export type CaptureStore = {
  /** True when the capture is now on disk; a refused scan is kept in memory and tried again. */
  commit(capture: StationCapture): boolean;
  /**
   * Keeps a scan without a number: on disk, or in memory while the disk refuses it. False where its picture was
   * captured before, so that nothing is kept.
   */
  hold(scan: UnnumberedScan): boolean;
  /** Gives a scan that is held its number, and its passage if that has changed; true once it is on disk. */
  assignNumber(id: string, containerNumber: string, passageId?: string): boolean;
};

/** A scan that was held before the agent started; `passageId` is null if it was held by a release without passages. */
export type HeldScan = { id: string; kind: string; cameraId: string; capturedAtMs: number; passageId: string | null };
