import { z } from "zod";
import { text } from "../primitives.ts";

/** Goods that need a permit: a line that states none is a question about the documents. */
export const controlledGoods = z
  .strictObject({
    hsCodes: z
      .array(z.string().regex(/^\d{2,12}$/))
      .max(500)
      .describe("goods that need it; a prefix counts"),
    words: z.array(text(60)).max(500).describe("words of a description that stand for them"),
    permit: text(200).describe("the permit, as the end of `which may need …`"),
    source: text(300).describe("the law or convention that demands it"),
  })
  .meta({ id: "ControlledGoods" });
export type ControlledGoods = z.infer<typeof controlledGoods>;
