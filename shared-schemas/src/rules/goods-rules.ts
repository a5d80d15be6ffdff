import { z } from "zod";
import { text } from "../primitives.ts";

const share = z.number().min(0).max(1);

/** Error rates of a model, on pictures like those of the site. */
const modelQuality = z.strictObject({
  recall: share.describe("share of the visible objects that it detects"),
  misnamedShare: share.describe("share of the detected objects that get the name of another class"),
  misnamedByClass: z.record(text(100), share).optional().describe("for classes that differ from `misnamedShare`"),
  classes: z.int().min(1).max(1_000).optional().describe("how many it names; absent: as many as the category map"),
  straysPerPicture: z.number().min(0).max(1_000).describe("detections per picture where there is no object"),
});

/** Thresholds for the report of objects that no declared line explains. */
const undeclaredThresholds = z.strictObject({
  warningChance: share.describe("a warning when honest loads look like this in a smaller share of pictures"),
  criticalChance: share.describe("critical when honest loads look like this in a smaller share of pictures"),
});

/** Rules to judge the goods that pictures show against those that manifests declare. */
export const goodsRules = z
  .strictObject({
    models: z
      .array(modelQuality.extend({ name: text(200).describe("as scans state it, without the version") }))
      .max(50)
      .describe("models whose errors were measured"),
    otherModels: modelQuality.describe("any other model, and scans that do not name theirs"),
    wholeObjects: z.array(text(100)).max(50).describe("classes that are goods of their own, not packages"),
    wholeObjectAreaShare: share.describe("share of the picture from which on whole objects are more than information"),
    undeclaredPackages: undeclaredThresholds,
    undeclaredWholeObjects: undeclaredThresholds,
    classPrecision: z
      .array(
        z.strictObject({
          fromAreaShare: share.describe("from this share of the picture on"),
          precision: share.describe("share of the detections of this size that are right"),
        }),
      )
      .min(1)
      .max(10)
      .describe("share of detections that are right, by their share of the picture"),
    largeStrayShare: share.describe("share of the strays that take `criticalAreaShare` of a picture or more"),
    errorConfidences: z
      .array(
        z.strictObject({
          fromConfidence: share.describe("from this confidence on"),
          share: share.describe("share of wrong detections that reach it"),
        }),
      )
      .max(20)
      .describe("share of wrong detections that reach a confidence; below the lowest entry all do"),
    warningProbability: share.describe("undeclared objects are reported from this probability on"),
    criticalProbability: share.describe("undeclared objects are critical from this probability on"),
    criticalAreaShare: share.describe("share of the picture that critical undeclared objects take at least"),
    excessWarningDeviations: z.number().min(0).max(100).describe("standard deviations above the declared count"),
    excessCriticalDeviations: z
      .number()
      .min(0)
      .max(100)
      .describe("standard deviations above the declared count for a critical excess"),
    excessCriticalFactor: z.number().min(1).max(100).describe("times the declared count for a critical excess"),
    shortageWarningDeviations: z.number().min(0).max(100).describe("standard deviations below; full X-ray views only"),
    disjointCameras: z
      .array(z.array(text(200)).min(2).max(20))
      .max(100)
      .describe("groups of cameras, by their ids, that see different parts of a load: their counts add up"),
    emptyConfidence: share.describe("a class for an empty container counts from this confidence on"),
    dunnagePieces: z.int().min(0).max(100).describe("pallets that may stay behind in an empty container"),
  })
  .meta({ id: "GoodsRules" });
export type GoodsRules = z.infer<typeof goodsRules>;
