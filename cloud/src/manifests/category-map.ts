import { z } from "zod";
import defaultMap from "./category-map.json" with { type: "json" };

const words = z.array(z.string().min(1).max(100)).max(1_000);
const share = z.number().min(0).max(1);

/** Which classes of a detection model explain which declared goods: a file that a site can edit. */
const categoryMap = z.object({
  /** Named in every match, so that a result can be traced to the map it came from. */
  version: z.string().min(1).max(50),
  /** Detections below this confidence do not count. */
  minConfidence: share,
  /** From this confidence on, goods seen but not declared are critical; below, a warning. */
  certainConfidence: share,
  /** Share by which a count may differ from the declared one. */
  quantityTolerance: z.number().min(0),
  /** Classes by which a model says that it sees an empty container. */
  emptyClasses: words,
  /** Descriptions of goods that declare an empty container. */
  emptyDeclarations: words,
  classes: z
    .array(
      z.object({
        name: z.string().min(1).max(100),
        plural: z.string().min(1).max(100),
        /** Carries other goods, as a pallet does: seen, it may hide any of them; by itself it accuses nobody. */
        carrier: z.boolean(),
        /** Other names that models give to this class. */
        aliases: words,
        /** UN/ECE recommendation 21. */
        packageCodes: words,
        /** First two digits of the HS code. */
        hsChapters: z.array(z.string().regex(/^\d\d$/)),
        /** English words of a description. */
        keywords: words,
      }),
    )
    .max(200),
});
export type CategoryMap = z.infer<typeof categoryMap>;

/** The map that comes with the product. */
export const defaultCategoryMap: CategoryMap = categoryMap.parse(defaultMap);
