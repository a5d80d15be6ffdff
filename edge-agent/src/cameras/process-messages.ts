import { z } from "zod";
import { pictureFaults } from "./picture-health.ts";
import { failureKinds } from "./source-error.ts";
import { turns } from "./turn-picture.ts";

/** No camera has larger pictures, so a larger one is an error. 100 megapixels in RGB. */
const MAX_PICTURE_BYTES = 300_000_000;

/** Agent → camera process. `open` comes first and once. */
const toProcess = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("open"),
    url: z.string(),
    /** Watched instead of `url`, which is then only read. */
    subStream: z.string().or(z.undefined()),
    /** Limits on the kept packets of the main stream: their age in ms, and their total bytes. */
    keepMs: z.number().positive(),
    keepBytes: z.number().positive(),
    /** Pauses before it is opened again. */
    restartMinMs: z.number(),
    restartMaxMs: z.number(),
    maxWidthPixels: z.int().positive().or(z.undefined()),
    /** Wider pictures of a stream are scaled down to be watched; in full size there they are on request. */
    watchWidthPixels: z.int().positive().or(z.undefined()),
    framesPerSecond: z.number().positive().or(z.undefined()),
    rotate: z.literal(turns),
    decoder: z.string(),
    /** Path of the file in which the source records its progress. */
    stateFile: z.string().or(z.undefined()),
    privacyZones: z.array(z.array(z.tuple([z.number(), z.number()]))),
    motion: z
      .object({ minimumAreaPercent: z.number().positive(), lookEverySeconds: z.number().positive() })
      .or(z.undefined()),
    /** Undefined: its pictures are not checked. */
    health: z
      .object({
        darkAfterSeconds: z.number(),
        frozenAfterSeconds: z.number(),
        blurredAfterSeconds: z.number(),
        turnedAfterSeconds: z.number(),
        darkLevel: z.number(),
        minimumSharpnessPercent: z.number(),
        minimumViewPercent: z.number(),
        /** Path of the file that keeps the reference picture; undefined: it is kept only until the process ends. */
        referenceFile: z.string().or(z.undefined()),
      })
      .or(z.undefined()),
  }),
  /** Requests one picture; at most one such request is open at a time. */
  z.object({ type: z.literal("next") }),
  /**
   * Reports whether nothing is in front of the camera, as far as the agent knows: pictures without motion may be
   * skipped.
   */
  z.object({ type: z.literal("idle"), isIdle: z.boolean() }),
  /** The camera looks where it should now: its reference picture is to be learned again. */
  z.object({ type: z.literal("forget-view") }),
  /** Requests the full-size picture of the time at which a picture arrived. */
  z.object({ type: z.literal("full-picture"), request: z.int(), arrivedAtMs: z.number() }),
  z.object({ type: z.literal("close") }),
]);

const failure = z.object({ kind: z.enum(failureKinds), message: z.string() });
const picture = {
  widthPixels: z.int().min(1),
  heightPixels: z.int().min(1),
  rgb: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array && bytes.length <= MAX_PICTURE_BYTES),
};
const isWhole = ({ rgb, widthPixels, heightPixels }: { rgb: Uint8Array; widthPixels: number; heightPixels: number }) =>
  rgb.length === widthPixels * heightPixels * 3;

/** Camera process → agent. */
const toAgent = z.discriminatedUnion("type", [
  /** Progress of the source, sent at the first picture and twice a second, even if no consumer takes its pictures. */
  z.object({
    type: z.literal("progress"),
    /** The process's own monotonic clock, milliseconds. */
    atMs: z.number(),
    captured: z.number(),
    /** Left out undecoded because the machine had fallen behind. */
    leftOut: z.number(),
    /** Decoder of the stream, once it is known. */
    decoder: z.string().nullable(),
    dropped: z.number(),
    /** Time in ms since the newest picture was captured; null before the first. */
    sinceCaptureMs: z.number().nullable(),
    /** Faults of the pictures that have lasted long enough to be reported. */
    faults: z.array(z.enum(pictureFaults)),
    /** True if nothing moves; only an occasional picture is then delivered. */
    quiet: z.boolean(),
    /** The source waits for the consumer: no new picture is no sign of a fault. */
    waiting: z.boolean(),
    /** Null without a sub-stream. */
    mainStream: z
      .object({
        problem: failure.nullable(),
        size: z.object({ widthPixels: z.number(), heightPixels: z.number() }).nullable(),
      })
      .nullable(),
  }),
  /** The answer to `next`. */
  z
    .object({
      type: z.literal("picture"),
      ptsMs: z.number(),
      /** Time since its capture, milliseconds. */
      ageMs: z.number().min(0),
      /** Arrival time on the process's own monotonic clock; only for a picture that also exists in full size. */
      arrivedAtMs: z.number().optional(),
      /** Width of the full-size picture as a multiple of this one, if known. */
      fullScale: z.number().optional(),
      key: z.string().optional(),
      ...picture,
    })
    .refine(isWhole),
  /** The answers to `full-picture`. */
  z.object({ type: z.literal("full-picture"), request: z.int(), ...picture }).refine(isWhole),
  z.object({ type: z.literal("no-full-picture"), request: z.int(), message: z.string() }),
  /** A problem that does not end the source. */
  z.object({ type: z.literal("warning"), message: z.string() }),
  /** The last message of a process whose source ended or failed. */
  z.object({ type: z.literal("ended") }),
  z.object({ type: z.literal("failed"), message: z.string(), kind: z.enum(failureKinds) }),
]);

export type MessageToProcess = z.infer<typeof toProcess>;
export type MessageToAgent = z.infer<typeof toAgent>;

/** Throws on an invalid message: both ends have the same version, so that is a broken invariant. */
export function readMessageToProcess(message: unknown): MessageToProcess {
  return toProcess.parse(message);
}

/** Null for an invalid message. */
export function readMessageToAgent(message: unknown): MessageToAgent | null {
  const parsed = toAgent.safeParse(message);
  return parsed.success ? parsed.data : null;
}
