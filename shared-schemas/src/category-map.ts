import { z } from "zod";
import { datetime, readableText, text } from "./primitives.ts";

const words = z.array(text(100)).max(500);
const share = z.number().min(0).max(1);

/** How one class of a detection model is recognised on a manifest. */
export const categoryClass = z
  .strictObject({
    name: text(100),
    plural: text(100),
    carrier: z
      .boolean()
      .describe("carries other goods, such as a pallet: it can hide them, and is no finding by itself"),
    aliases: words.describe("other names of this class in models"),
    packageCodes: z
      .array(z.string().regex(/^[0-9A-Z]{2}$/, { message: "must be a package code of two capitals or digits" }))
      .max(500)
      .describe("UN/ECE recommendation 21"),
    hsChapters: z
      .array(z.string().regex(/^\d\d$/, { message: "must be a chapter of two digits, such as 09" }))
      .max(100)
      .describe("the first two digits of HS codes"),
    keywords: words.describe("English words of a description"),
  })
  .meta({ id: "CategoryClass" });
export type CategoryClass = z.infer<typeof categoryClass>;

/** Which classes of a detection model explain which declared goods. */
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
    emptyDeclarations: words.describe("descriptions of goods that declare an empty container"),
    classes: z.array(categoryClass).min(1).max(100),
  })
  .meta({ id: "CategoryMap" });
export type CategoryMap = z.infer<typeof categoryMap>;

const versionFields = {
  version: z.int().describe("1 is the bundled map; part of `manifestMatch.ruleSet`"),
  note: z.string().nullable(),
  createdBy: z.object({ id: z.string(), email: z.string() }).nullable().describe("null for the bundled map"),
  createdAt: datetime,
};

/** A version of the category map, as the list of versions shows it. */
export const categoryMapVersion = z.object(versionFields).meta({ id: "CategoryMapVersion" });
export type CategoryMapVersion = z.infer<typeof categoryMapVersion>;

/** A version of the category map with its content. */
export const numberedCategoryMap = z.object({ ...versionFields, map: categoryMap }).meta({ id: "NumberedCategoryMap" });
export type NumberedCategoryMap = z.infer<typeof numberedCategoryMap>;

/** The body that activates another map: the whole map, and the reason. */
export const updateCategoryMapRequest = z.object({ map: categoryMap, note: readableText(500).optional() });
