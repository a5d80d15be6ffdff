import { z } from "zod";
import { numberCheck } from "./container-number.ts";
import { manifestMatch } from "./manifest-match.ts";
import { datetime, orNull, readableText, text } from "./primitives.ts";

export const scanType = z.enum(["category", "defect", "illegal"]).meta({ id: "ScanType" });
export type ScanType = z.infer<typeof scanType>;

/** Outline in picture pixels: the points (x[i], y[i]) in order. */
export const polygon = z.object({ x: z.array(z.number()), y: z.array(z.number()) }).meta({ id: "Polygon" });

/** One thing found on a picture, as replies show it; what the sender left out is null. */
export const detection = z
  .object({
    className: z.string().nullable(),
    confidence: z.number().nullable().describe("0 to 1"),
    polygon: orNull(polygon),
    areaPercentage: z.number().nullable().describe("share of the picture, 0 to 100"),
    quantity: z.number().nullable(),
    volume: z.number().nullable(),
  })
  .meta({ id: "Detection" });
export type Detection = z.infer<typeof detection>;

/** What a scan found of one class. */
export const classSummary = z
  .object({
    className: z.string(),
    count: z.number().describe("sum of the quantities; a detection without one counts as 1"),
    areaPercentage: z.number().describe("sum of the area shares, at most 100"),
    bestConfidence: z.number().nullable(),
  })
  .meta({ id: "ClassSummary" });
export type ClassSummary = z.infer<typeof classSummary>;

/** The picture a scan was made from; `reduced` says that a full box sent a smaller copy in its place. */
export const scanImage = z.object({
  width: z.int(),
  height: z.int(),
  contentType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string().describe("of the bytes served"),
  originalSha256: z.string().describe("of the picture as captured; differs from sha256 where reduced"),
  reduced: z.boolean(),
  deletedAt: orNull(datetime).describe("when the picture was deleted as its retention had ended; its hashes stay"),
});

/** A category scan as the container shows it. */
export const categoryScan = z
  .object({
    scanId: z.string(),
    timestamp: datetime.describe("when the picture was taken, by the sender's clock"),
    receivedAt: datetime,
    clockSuspect: z.boolean().describe("the sender's clock was far off: ordered by receivedAt"),
    detections: z.array(detection),
    summary: z.array(classSummary),
    cameraId: z.string().nullable(),
    deviceId: z.string().nullable(),
    userEmail: z.string().nullable(),
  })
  .meta({ id: "CategoryScan" });
export type CategoryScan = z.infer<typeof categoryScan>;

export const verdictKind = z.enum(["confirmed", "rejected", "corrected"]).meta({
  id: "VerdictKind",
  description:
    "`confirmed`: it is there. `rejected`: there is no such thing. `corrected`: something is there, but of the class `className`.",
});

/** What a reviewer says of one detection; `className` belongs to `corrected`, and to nothing else. */
export const setVerdictRequest = z
  .object({
    verdict: verdictKind,
    className: text(100).optional().describe("what it really is; with `corrected` only"),
    note: readableText(2_000).optional(),
  })
  .refine(({ verdict, className }) => (verdict === "corrected") === (className !== undefined), {
    path: ["className"],
    message: "is needed with corrected, and only there",
  });
export type SetVerdictRequest = z.infer<typeof setVerdictRequest>;

/** A reviewer's verdict on one detection of a scan. */
export const detectionVerdict = z
  .object({
    index: z.int().describe("of the detection in the scan's `detections`, from 0"),
    verdict: verdictKind,
    className: z.string().nullable(),
    note: z.string().nullable(),
    reviewer: z.object({ id: z.string(), email: z.string() }),
    reviewedAt: datetime,
  })
  .meta({ id: "DetectionVerdict" });
export type DetectionVerdict = z.infer<typeof detectionVerdict>;

/** A scan of any kind and source. */
export const scan = z
  .object({
    id: z.string(),
    type: scanType,
    source: z.enum(["edge", "user"]),
    status: z.enum(["done", "pending", "failed"]),
    container: z.object({ id: z.string(), containerNumber: z.string(), numberCheck }),
    visit: z.int().describe("number of the container's visit that it belongs to"),
    timestamp: datetime,
    receivedAt: datetime,
    clockSuspect: z.boolean(),
    detections: z.array(detection).describe("as the model found them, whatever reviewers say"),
    verdicts: z.array(detectionVerdict).describe("what reviewers say of single detections, by index"),
    summary: z.array(classSummary),
    model: z.object({ name: z.string(), version: z.string() }).nullable(),
    inferenceMs: z.number().nullable(),
    image: scanImage.nullable(),
    hasVisualization: z.boolean(),
    cameraId: z.string().nullable(),
    deviceId: z.string().nullable(),
    userEmail: z.string().nullable(),
    manifestMatch: orNull(manifestMatch).describe("category scans of a visit with a manifest, as reviewed"),
  })
  .meta({ id: "Scan" });
export type Scan = z.infer<typeof scan>;
