import { z } from "zod";
import { numberCheck } from "./container-number.ts";
import { manifestMatch } from "./manifest-match.ts";
import { recordPassage } from "./passages.ts";
import { datetime, orNull, readableText, text } from "./primitives.ts";
import { recordProvenance } from "./provenance.ts";

export const scanType = z.enum(["category", "defect", "illegal"]).meta({ id: "ScanType" });
export type ScanType = z.infer<typeof scanType>;

/** Outline in picture pixels: the points (x[i], y[i]) in order. */
export const polygon = z.object({ x: z.array(z.number()), y: z.array(z.number()) }).meta({ id: "Polygon" });
export type Polygon = z.infer<typeof polygon>;

/** One detected object of a picture, as replies show it; values that the sender omitted are null. */
export const detection = z
  .object({
    className: z.string().nullable(),
    confidence: z.number().nullable().describe("0 to 1"),
    polygon: orNull(polygon),
    areaPercentage: z.number().nullable().describe("percentage of the picture, 0 to 100"),
    quantity: z.number().nullable(),
    volume: z.number().nullable(),
    text: z.string().optional().describe("what is written on it; absent where nothing was read"),
  })
  .meta({ id: "Detection" });
export type Detection = z.infer<typeof detection>;

/** All detections of one class in a scan. */
export const classSummary = z
  .object({
    className: z.string(),
    count: z.number().describe("sum of the quantities; a detection without one counts as 1"),
    areaPercentage: z.number().describe("sum of the area percentages, at most 100"),
    bestConfidence: z.number().nullable(),
  })
  .meta({ id: "ClassSummary" });
export type ClassSummary = z.infer<typeof classSummary>;

/** The picture of a scan; `reduced` means that the device sent a smaller copy because its storage was full. */
export const scanImage = z.object({
  width: z.int(),
  height: z.int(),
  contentType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string().describe("SHA-256 of the bytes that the service returns"),
  originalSha256: z.string().describe("SHA-256 of the picture as captured; differs from sha256 when reduced"),
  reduced: z.boolean(),
  deletedAt: orNull(datetime).describe(
    "when the picture was deleted, at the end of its retention period or at a person's request; its hashes stay",
  ),
});

/** A category scan as the container shows it. */
export const categoryScan = z
  .object({
    scanId: z.string(),
    timestamp: datetime.describe("when the picture was captured, by the sender's clock"),
    receivedAt: datetime,
    clockSuspect: z
      .boolean()
      .describe("true when the sender's clock was far off; the scan is then ordered by receivedAt"),
    detections: z.array(detection),
    summary: z.array(classSummary),
    cameraId: z.string().nullable(),
    deviceId: z.string().nullable(),
    userEmail: z.string().nullable(),
  })
  .meta({ id: "CategoryScan" });
export type CategoryScan = z.infer<typeof categoryScan>;

export const verdictKind = z.enum(["confirmed", "rejected", "corrected", "added"]).meta({
  id: "VerdictKind",
  description:
    "`confirmed`: the detection is correct. `rejected`: no such object is present. `corrected`: the object has the class `className`, " +
    "the outline `polygon`, or both. `added`: the model missed the object, and a reviewer drew it.",
});

/** An outline that a person drew. */
const drawnPolygon = z
  .object({ x: z.array(z.number().min(0)).min(3).max(100), y: z.array(z.number().min(0)).min(3).max(100) })
  .refine(({ x, y }) => x.length === y.length, { path: ["y"], message: "must have as many values as x" })
  .refine((drawn) => areaOf(drawn) >= 1, { message: "must enclose at least one pixel" });

/** The area that an outline encloses, in square pixels. */
export function areaOf({ x, y }: Polygon): number {
  const doubled = x.reduce((sum, value, at) => {
    const next = (at + 1) % x.length;
    return sum + value * (y[next] ?? 0) - (x[next] ?? 0) * (y[at] ?? 0);
  }, 0);
  return Math.abs(doubled) / 2;
}

/** A reviewer's verdict on one detection; a class and an outline are allowed where a person corrected or added one. */
export const setVerdictRequest = z
  .object({
    verdict: verdictKind,
    className: text(100).optional().describe("the correct class; with `corrected` and `added` only"),
    polygon: drawnPolygon
      .optional()
      .describe("the correct outline in picture pixels; with `corrected` and `added` only"),
    note: readableText(2_000).optional(),
  })
  .refine(
    ({ verdict, className, polygon: drawn }) => {
      if (verdict === "added") return className !== undefined;
      return (verdict === "corrected") === (className !== undefined || drawn !== undefined);
    },
    {
      path: ["className"],
      message: "is required with added, and with corrected without a polygon; not allowed with other verdicts",
    },
  )
  .refine(({ verdict, polygon: drawn }) => verdict !== "added" || drawn !== undefined, {
    path: ["polygon"],
    message: "is required with added",
  });
export type SetVerdictRequest = z.infer<typeof setVerdictRequest>;

/** An object that the model missed. */
export const addDetectionRequest = z.object({
  className: text(100),
  polygon: drawnPolygon.describe("its outline in picture pixels"),
  note: readableText(2_000).optional(),
});
export type AddDetectionRequest = z.infer<typeof addDetectionRequest>;

/** A reviewer's verdict on one detection of a scan. */
export const detectionVerdict = z
  .object({
    index: z
      .int()
      .describe("index of the detection in `detections`, from 0; what reviewers added has an index after them"),
    verdict: verdictKind,
    className: z.string().nullable().describe("the correct class; null where the reviewer did not change it"),
    polygon: orNull(polygon).describe("the correct outline; null where the reviewer did not change it"),
    areaPercentage: z.number().nullable().describe("what `polygon` covers: percentage of the picture, 0 to 100"),
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
    visit: z.int().describe("number of the visit that the scan belongs to"),
    timestamp: datetime,
    receivedAt: datetime,
    clockSuspect: z.boolean(),
    detections: z.array(detection).describe("as the model reported them, without the reviewers' verdicts"),
    verdicts: z
      .array(detectionVerdict)
      .describe("the reviewers' verdicts on single detections, and the objects that they added, by index"),
    summary: z.array(classSummary),
    model: z.object({ name: z.string(), version: z.string() }).nullable(),
    inferenceMs: z.number().nullable(),
    unlikeTraining: z
      .boolean()
      .nullable()
      .describe(
        "true when the picture is unlike those that the model was trained on: neither its findings nor their absence can be relied on; " +
          "null where the model has no figures for it",
      ),
    image: scanImage.nullable(),
    hasVisualization: z.boolean(),
    cameraId: z.string().nullable(),
    deviceId: z.string().nullable(),
    userEmail: z.string().nullable(),
    passage: orNull(recordPassage).describe("null for scans by people, and of devices that send no passage"),
    provenance: orNull(recordProvenance).describe("null for scans by people, and of devices without a chain"),
    manifestMatch: orNull(manifestMatch).describe(
      "for category scans of a visit with a manifest; takes the verdicts into account",
    ),
  })
  .meta({ id: "Scan" });
export type Scan = z.infer<typeof scan>;
