import { z } from "zod";

/** No camera makes larger pictures; a process that says so has gone mad. 100 megapixels in RGB. */
const MAX_PICTURE_BYTES = 300_000_000;

/** Agent → camera process. `open` comes first and once. */
const toProcess = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("open"),
    url: z.string(),
    maxWidthPixels: z.int().positive().optional(),
    framesPerSecond: z.number().positive().optional(),
  }),
  /** One picture, please; at most one such wish is open at a time. */
  z.object({ type: z.literal("next") }),
  z.object({ type: z.literal("close") }),
]);

/** Camera process → agent. */
const toAgent = z.discriminatedUnion("type", [
  /** What the source does, whether or not anyone takes its pictures: at the first picture and twice a second. */
  z.object({
    type: z.literal("progress"),
    /** The process's own monotonic clock, milliseconds. */
    atMs: z.number(),
    captured: z.number(),
    dropped: z.number(),
    /** Since the newest picture was captured; null before the first. */
    sinceCaptureMs: z.number().nullable(),
    /** For how long the picture has been the same, in its own timestamps. */
    unchangedMs: z.number(),
    /** The source waits for the consumer: no new picture is no sign of a fault. */
    waiting: z.boolean(),
  }),
  /** The answer to `next`. */
  z
    .object({
      type: z.literal("picture"),
      ptsMs: z.number(),
      /** Since its capture, milliseconds. */
      ageMs: z.number().min(0),
      widthPixels: z.int().min(1),
      heightPixels: z.int().min(1),
      rgb: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array && bytes.length <= MAX_PICTURE_BYTES),
    })
    .refine((picture) => picture.rgb.length === picture.widthPixels * picture.heightPixels * 3),
  /** The last message of a process that goes because its source ended, or could not go on. */
  z.object({ type: z.literal("ended") }),
  z.object({ type: z.literal("failed"), message: z.string() }),
]);

export type MessageToProcess = z.infer<typeof toProcess>;
export type MessageToAgent = z.infer<typeof toAgent>;

/** Throws on a message that is none: both ends are of one version, so that is a broken invariant. */
export function readMessageToProcess(message: unknown): MessageToProcess {
  return toProcess.parse(message);
}

/** Null for anything that is no such message. */
export function readMessageToAgent(message: unknown): MessageToAgent | null {
  const parsed = toAgent.safeParse(message);
  return parsed.success ? parsed.data : null;
}
