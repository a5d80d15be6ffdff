import { z } from "zod";
import { datetime, readableText, text } from "./primitives.ts";

const words = z.array(text(100)).max(500);
const share = z.number().min(0).max(1);

/** Rules by which one class of a detection model is recognised on a manifest. */
export const categoryClass = z
  .strictObject({
    name: text(100),
    plural: text(100),
    carrier: z
      .boolean()
      .describe("carries other goods, such as a pallet: it can hide them, and is not a finding by itself"),
    aliases: words.describe("other names of this class in models"),
    packageCodes: z
      .array(z.string().regex(/^[0-9A-Z]{2}$/, { message: "must be a package code of two capitals or digits" }))
      .max(500)
      .describe("UN/ECE recommendation 21"),
    hsChapters: z
      .array(z.string().regex(/^\d\d$/, { message: "must be a chapter of two digits, such as 09" }))
      .max(100)
      .describe("the first two digits of HS codes"),
    hsCodes: z
      .array(z.string().regex(/^\d{2,6}$/, { message: "must be 2 to 6 digits, such as 0901" }))
      .max(2_000)
      .optional()
      .describe("the first digits of HS codes: the longest entry that fits a code decides, before `hsChapters`"),
    packageWords: words
      .optional()
      .describe("words of a description that name the packages, in any language: they count beside an HS code"),
    keywords: words.describe(
      "words of a description, in any language: they count where neither package code nor HS code decides",
    ),
    translations: z
      .record(z.string().regex(/^[a-z]{2,3}$/), words)
      .optional()
      .describe("more keywords, by language (ISO 639)"),
    whole: z
      .boolean()
      .optional()
      .describe("shows the goods themselves, such as a vehicle, and not a package: `quantity` counts them"),
  })
  .meta({ id: "CategoryClass" });
export type CategoryClass = z.infer<typeof categoryClass>;

/** A class that a model takes for another one. */
const lookAlike = z
  .strictObject({
    class: text(100).describe("the name of a class"),
    takenFor: text(100).describe("the name of the class that a model may see instead"),
    rate: share.describe("how many of 1 are taken for it"),
  })
  .meta({ id: "LookAlike" });

/** Map from the classes of a detection model to the declared goods that they explain. */
export const categoryMap = z
  .strictObject({
    minConfidence: share.describe("detections below this confidence do not count"),
    certainConfidence: share.describe("from this confidence on, undeclared goods are critical; below it, a warning"),
    quantityTolerance: z
      .number()
      .min(0)
      .max(100)
      .describe("relative difference that is allowed between a count and the declared quantity"),
    emptyClasses: words.describe("classes that mean an empty container"),
    emptyDeclarations: words.describe(
      "words that declare an empty container where only `fillerWords` stand beside them",
    ),
    classes: z.array(categoryClass).min(1).max(100),
    exceptions: words
      .optional()
      .describe("phrases in which keywords mean something else, such as `van gogh`; absent: those of the bundled map"),
    vagueDescriptions: words
      .optional()
      .describe("words that do not describe goods, such as `general cargo`; absent: those of the bundled map"),
    fillerWords: words
      .optional()
      .describe("words that do not concern the goods, such as `container`; absent: those of the bundled map"),
    lookAlikes: z.array(lookAlike).max(500).optional().describe("absent: those of the bundled map"),
  })
  .meta({ id: "CategoryMap" });
export type CategoryMap = z.infer<typeof categoryMap>;

const versionFields = {
  version: z.int().describe("1 is the first bundled map; part of `manifestMatch.ruleSet`"),
  note: z.string().nullable(),
  createdBy: z.object({ id: z.string(), email: z.string() }).nullable().describe("null for a bundled map"),
  createdAt: datetime,
};

/** A version of the category map, as the list of versions shows it. */
export const categoryMapVersion = z.object(versionFields).meta({ id: "CategoryMapVersion" });
export type CategoryMapVersion = z.infer<typeof categoryMapVersion>;

/** A version of the category map with its content. */
/** A class of cargo scans that nothing names, which makes each visit on which it is seen at least yellow. */
export const unmappedClass = z
  .object({
    className: z.string().describe("as the model reports it"),
    scans: z.int().describe("scans that show it"),
    lastSeenAt: datetime,
  })
  .meta({ id: "UnmappedClass" });
export type UnmappedClass = z.infer<typeof unmappedClass>;

export const numberedCategoryMap = z.object({ ...versionFields, map: categoryMap }).meta({ id: "NumberedCategoryMap" });
export type NumberedCategoryMap = z.infer<typeof numberedCategoryMap>;

/** The body that activates another map: the whole map, and the reason. */
export const updateCategoryMapRequest = z.object({ map: categoryMap, note: readableText(500).optional() });
