import { z } from "zod";
import { containerNumber, numberCheck } from "./container-number.ts";
import { manifestMatch, matchLane } from "./manifest-match.ts";
import { passageId, passagePosition } from "./passages.ts";
import { edgeId, email, orAbsent, orNull, sha256, text, textOrEmpty, timestamp } from "./primitives.ts";
import { categoryScan } from "./scans.ts";

const MAX_DETECTIONS = 1_000;
const MAX_POLYGON_POINTS = 10_000;

const coordinates = z.array(z.number().min(-1e6).max(1e6)).max(MAX_POLYGON_POINTS);
const amount = z.number().min(0).max(1e9);

/** One object detected on the device. Every field is optional; unknown keys are ignored. */
export const edgeDetection = z
  .object({
    class_name: orAbsent(text(100)),
    confidence: orAbsent(z.number().min(0).max(1)),
    polygon: orAbsent(
      z
        .object({ x: coordinates, y: coordinates })
        .refine(({ x, y }) => x.length === y.length, { message: "x and y must have the same length" }),
    ),
    area_percentage: orAbsent(z.number().min(0).max(100)),
    quantity: orAbsent(amount),
    volume: orAbsent(amount),
    text: orAbsent(text(100)).describe("what is written on it, such as the number on a seal"),
  })
  .meta({ id: "EdgeDetection" });
export type EdgeDetection = z.infer<typeof edgeDetection>;

/**
 * Fields that every edge write may have: user, camera and device, the passage, and the signed hash chain of the
 * sender's outbox.
 */
const provenance = {
  user_email: orAbsent(email),
  camera_id: orAbsent(edgeId),
  device_id: orAbsent(edgeId),
  timestamp: orAbsent(timestamp),
  passage_id: orAbsent(passageId).describe(
    "the passage of one vehicle through one gate lane, unique among those of the device; ignored without `device_id`",
  ),
  passage_position: orAbsent(passagePosition).describe(
    "the place of the container on the vehicle, such as `front`; ignored without `passage_id`",
  ),
  sequence: orAbsent(z.int().min(0)),
  previous_sha256: orAbsent(sha256),
  record_sha256: orAbsent(sha256),
  record_signature: orAbsent(textOrEmpty(500)).describe(
    "Ed25519 over the 64 characters of `record_sha256`, base64; any other text is stored as an invalid signature",
  ),
};

const readSizeType = orAbsent(text(20)).describe(
  "ISO 6346 size-type read from the container, such as 22G1; it replaces the one known before, and other text is ignored",
);

/** A category scan after on-device inference. */
export const edgeScanRequest = z
  .object({
    detections: z.array(edgeDetection).max(MAX_DETECTIONS),
    image: z.string().min(1).describe("base64 JPEG, PNG, WebP or TIFF, raw or as a data URL"),
    visualization: orAbsent(z.string().min(1)),
    image_sha256: orAbsent(sha256).describe("SHA-256 of the picture as captured"),
    image_reduced: orAbsent(z.boolean()).describe(
      "true when the picture is a smaller copy, because the device's storage was full",
    ),
    model_name: orAbsent(text(200)),
    model_version: orAbsent(text(200)),
    inference_ms: orAbsent(z.number().min(0)),
    unlike_training: orAbsent(z.boolean()).describe(
      "true when the picture is unlike those that the model was trained on, by figures in the model's file; absent where it has none",
    ),
    findings_sha256: orAbsent(sha256).describe(
      "SHA-256 of the detections and the model; `record_sha256` then covers it as its last line",
    ),
    size_type: readSizeType,
    ...provenance,
  })
  .meta({ id: "EdgeScanRequest" });
export type EdgeScanRequest = z.infer<typeof edgeScanRequest>;
/** The request as a client sends it. */
export type EdgeScanBody = z.input<typeof edgeScanRequest>;

/** A photo from a device: the body of a scan with optional detections. */
export const edgeEvidenceRequest = edgeScanRequest
  .extend({ detections: orAbsent(edgeScanRequest.shape.detections) })
  .meta({ id: "EdgeEvidenceRequest" });

const writtenContainer = {
  containerId: z.string(),
  containerNumber: z.string(),
  numberCheck,
  created: z.boolean().describe("true when this write created the container"),
};

const visitLane = orNull(matchLane).describe(
  "the lane of the visit after this scan, of all its pictures and papers; `manifestMatch` is of this picture alone",
);

/** The reply to a defect scan or an illegal-goods scan. */
export const edgeFindingsData = z.object({ scanId: z.string(), ...writtenContainer, visitLane });

export const edgeEvidenceData = z.object({ evidenceId: z.string(), ...writtenContainer });

export const edgeScanData = z.object({
  scanId: z.string(),
  ...writtenContainer,
  categoryScan: categoryScan.describe("the newest category scan of the container, which may be another one"),
  manifestMatch: orNull(manifestMatch),
  visitLane,
});

/** Reports which container is in front of a camera: by its number, or by a picture that shows the number. */
export const edgeIdentifyRequest = z
  .object({
    container_number: orAbsent(containerNumber),
    image: orAbsent(z.string().min(1)).describe("base64 JPEG, PNG, WebP or TIFF, raw or as a data URL; at most 20 MB"),
    image_sha256: orAbsent(sha256).describe("SHA-256 of the picture as captured"),
    size_type: readSizeType,
    confidence: orAbsent(z.number().min(0).max(1)),
    candidates: orAbsent(
      z.array(z.object({ container_number: text(64), confidence: orAbsent(z.number().min(0).max(1)) })).max(50),
    ),
    ...provenance,
  })
  .refine(({ container_number: number, image }) => number !== undefined || image !== undefined, {
    path: ["container_number"],
    message: "is required unless an image is sent",
  })
  .meta({ id: "EdgeIdentifyRequest" });

export const edgeIdentifyData = z.object({
  containerId: z.string(),
  containerNumber: z.string(),
  created: z.boolean(),
  numberCheck,
  hasManifest: z.boolean(),
});

/** The container numbers that a number reader can expect. */
export const expectedNumbersData = z.object({
  numbers: z.array(z.string()).describe("unique, in alphabetical order"),
});

/** The idempotency key header: 1 to 200 visible ASCII characters. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/, {
  message: "must be 1 to 200 visible ASCII characters",
});
