import { z } from "zod";

/** The id of a passage, which is one vehicle through one gate lane; unique among the passages of its device. */
export const passageId = z
  .string()
  .regex(/^[\w-]{1,64}$/, { message: "must be 1 to 64 letters, digits, hyphens or underscores" });

/** The place of a container on its vehicle, such as `front` or `rear`. */
export const passagePosition = z
  .string()
  .regex(/^[a-z\d-]{1,32}$/, { message: "must be 1 to 32 lower-case letters, digits or hyphens" });

/** The passage that a record belongs to, as its device sent it. */
export const recordPassage = z
  .object({ id: z.string(), position: z.string().nullable() })
  .meta({ id: "RecordPassage" });
export type RecordPassage = z.infer<typeof recordPassage>;
