import { z } from "zod";
import { datetime, readableText, text } from "./primitives.ts";

const search = text(1_000)
  .regex(/^\?/, { message: "must begin with a question mark" })
  .describe("the filter, as the address of the page states it, such as `?source=illegal&age=60`");

export const saveViewRequest = z.object({
  name: readableText(40).transform((name) => name.trim()),
  search,
});

/** A filter of the review queue that a user saved under a name. */
export const savedView = z
  .object({ id: z.string(), name: z.string(), search: z.string(), createdAt: datetime, updatedAt: datetime })
  .meta({ id: "SavedView" });
export type SavedView = z.infer<typeof savedView>;

export const savedViews = z.object({ items: z.array(savedView) });
