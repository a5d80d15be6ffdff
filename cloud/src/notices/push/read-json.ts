import type { z } from "zod";

/** Text as JSON of this shape; undefined when it is anything else. */
export function readJson<Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
