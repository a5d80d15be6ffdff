import { z } from "zod";
import { text } from "../primitives.ts";

const kilograms = z.number().min(0).max(1e6);
const share = z.number().min(0).max(1);
const range = (what: string) =>
  z
    .strictObject({
      min: z.number().min(0).max(1e6).describe(`least ${what}`),
      max: z.number().min(0).max(1e6).describe(`greatest ${what}`),
    })
    .refine(({ min, max }) => min <= max, { message: "must have a minimum that is not above the maximum" });
const source = text(300).describe("who published the figures, or `estimate`");

/** Rules to judge weights and volumes against each other, against the container's type and against the goods. */
export const weightRules = z
  .strictObject({
    warningDeviation: share.describe("share by which two statements of one weight may differ"),
    criticalDeviation: share.describe("share from which a difference between gross weight and VGM is critical"),
    maxPackagingShare: share.describe("share of the gross weight that packaging may take"),
    tareSpread: share.describe("share by which a tare that is not stated may differ from the typical one"),
    minLadenKg: kilograms.describe("a laden container with less cargo is a warning"),
    maxEmptyKg: kilograms.describe("a container declared empty with more cargo by its VGM is critical"),
    warningFactor: z.number().min(1).max(100).describe("times the range's maximum from which a load is a warning"),
    criticalFactor: z
      .number()
      .min(1)
      .max(100)
      .describe(
        "times the range's maximum from which a load is critical; divided by it, too light a load is a warning",
      ),
    overloadCriticalShare: share.describe("share above the highest rating from which an overload is critical"),
    maxVolumeShare: z
      .number()
      .min(1)
      .max(10)
      .describe("times the container's capacity that the declared volumes may add up to"),
    containers: z
      .array(
        z.strictObject({
          lengths: text(20).describe("first characters of ISO 6346 size-types"),
          groups: text(20).describe("third characters of ISO 6346 size-types"),
          tareKg: range("plausible tare"),
          typicalTareKg: kilograms.describe("tare that counts where none is stated"),
          usualRatingKg: kilograms.describe("maximum gross mass of most of them"),
          highestRatingKg: kilograms.describe("highest maximum gross mass in common use"),
          capacityM3: z.number().min(0).max(1_000).nullable().describe("inner volume; null where cargo may stand out"),
          source,
        }),
      )
      .max(100)
      .describe("the first entry that fits a size-type counts"),
    packages: z
      .array(
        z.strictObject({
          packageCodes: z.array(text(10)).min(1).max(50).describe("UN/ECE Recommendation 21 codes"),
          kg: range("plausible gross weight of one package"),
          source,
        }),
      )
      .max(100)
      .describe("gross weight of one package, by UN/ECE Recommendation 21 code"),
    densities: z
      .array(
        z.strictObject({
          hsChapters: z
            .array(z.string().regex(/^\d{2}$/))
            .max(99)
            .describe("none: all chapters that no other entry names"),
          kgPerM3: range("plausible gross weight per volume"),
          source,
        }),
      )
      .max(100)
      .describe("gross weight per volume as stowed, by HS chapter; an entry without chapters stands for all others"),
  })
  .meta({ id: "WeightRules" });
export type WeightRules = z.infer<typeof weightRules>;
