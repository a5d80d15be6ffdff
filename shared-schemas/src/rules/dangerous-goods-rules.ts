import { z } from "zod";
import { text } from "../primitives.ts";

const words = z.array(text(60)).max(500);
const hsCodes = z.array(z.string().regex(/^\d{2,12}$/)).max(500);

/** Rules to judge declared dangerous goods, and to notice undeclared ones. */
export const dangerousGoodsRules = z
  .strictObject({
    assignedUnNumbers: z
      .array(
        z.strictObject({
          from: z.int().min(1).max(9_999).describe("the first number of the range"),
          to: z.int().min(1).max(9_999).describe("the last number of the range"),
        }),
      )
      .max(20)
      .describe("ranges in which UN numbers are assigned; another number is a warning"),
    foodstuffChapters: z
      .array(z.string().regex(/^\d{2}$/))
      .max(99)
      .describe("HS chapters of food and animal feed"),
    foodstuffWords: words.optional().describe("words for food and feed in lines without an HS code"),
    smallPackageKg: z
      .number()
      .min(0)
      .max(1_000)
      .describe("acids and alkalis in heavier packages must not share a container; in lighter ones it is a warning"),
    dangerWords: words.describe("in a description without UN number they are a warning"),
    flashPointWords: words.describe("words after which a flash point stands"),
    maxFlashPointCelsius: z.number().min(-100).max(500).describe("liquids with a higher flash point are not flammable"),
    dangerousHsCodes: hsCodes.describe("goods that are dangerous goods whatever their description; a prefix counts"),
    limitedQuantityWords: words.describe("they exempt a line from segregation"),
    placardConfidence: z.number().min(0).max(1).describe("placards that cameras see count from this confidence on"),
  })
  .meta({ id: "DangerousGoodsRules" });
export type DangerousGoodsRules = z.infer<typeof dangerousGoodsRules>;
