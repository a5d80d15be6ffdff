import { z } from "zod";
import { text } from "../primitives.ts";

const words = z.array(text(60)).max(500);
const groups = (what: string) => text(20).describe(`third characters of the ISO 6346 size-types of ${what}`);

/** Rules for the types of container that goods need. */
export const containerRules = z
  .strictObject({
    reeferGroups: groups("refrigerated containers"),
    reeferHsCodes: z
      .array(z.string().regex(/^\d{2,12}$/))
      .max(500)
      .describe("goods that travel cooled; a prefix counts"),
    reeferWords: words.describe("words for cooled goods"),
    preservedWords: words.describe("words for goods that need no cooling, such as dried"),
    lastFoodChapter: z.int().min(1).max(97).describe("words for cooled goods count up to this HS chapter"),
    maxCoolCelsius: z
      .number()
      .min(-100)
      .max(50)
      .optional()
      .describe("goods of a range of temperatures up to this one travel cooled; absent: no range counts"),
    maxReeferCelsius: z.number().min(-100).max(50).describe("a temperature of at most this value means cooled goods"),
    liquidGroups: groups("tanks and of other containers for liquid in bulk"),
    liquidPackageCodes: z.array(text(10)).max(50).describe("UN/ECE Recommendation 21 codes for liquid in bulk"),
    liquidWords: words.describe("words for liquid in bulk"),
    bulkWords: words
      .optional()
      .describe("words for goods in bulk, which no picture shows as objects; absent: `in bulk` and words for tanks"),
    flexitankWords: words.describe("words for a flexitank, in which liquid may travel in any container"),
    sealClasses: z.array(text(100)).max(100).describe("classes of seals, whose text is a seal number"),
    sealFromConfidence: z.number().min(0).max(1).describe("a seal that was read counts from this confidence on"),
    sealCriticalDistance: z
      .int()
      .min(1)
      .max(20)
      .describe("characters that differ from the declared seal number: critical from here on, below it a warning"),
  })
  .meta({ id: "ContainerRules" });
export type ContainerRules = z.infer<typeof containerRules>;
