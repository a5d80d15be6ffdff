import { z } from "zod";
import { MAX_WAIT_SECONDS } from "./changes-query.ts";
import { datetime, edgeId, orAbsent, orNull, queryInteger, text } from "./primitives.ts";

/** The longer side of a live picture, and its size as base64. */
export const MAX_LIVE_PIXELS = 1_280;
const MAX_LIVE_BASE64 = 350_000;
const MAX_BOXES = 300;

const pixel = z
  .number()
  .min(-MAX_LIVE_PIXELS)
  .max(2 * MAX_LIVE_PIXELS);

/** An object that is drawn over a live picture, in pixels of that picture. */
const liveBox = z.object({
  tracking_id: orAbsent(z.int().min(0).max(2_147_483_647)),
  class_name: text(100),
  confidence: z.number().min(0).max(1),
  bbox: z.object({ x1: pixel, y1: pixel, x2: pixel, y2: pixel }),
});

export const watchedCamerasData = z.object({
  cameras: z.array(z.string()).describe("the cameras of this device that users watch now, by id"),
  version: z.string().describe("changes with the list"),
});

/** A small picture of a watched camera, or why its device sends none. */
export const livePictureRequest = z
  .object({
    device_id: orAbsent(edgeId),
    camera_id: edgeId,
    image: orAbsent(z.string().min(1).max(MAX_LIVE_BASE64)).describe(
      `base64 JPEG, raw or as a data URL; at most ${MAX_LIVE_PIXELS} pixels wide and high`,
    ),
    age_ms: orAbsent(z.number().min(0).max(3_600_000)).describe("time since the picture was taken"),
    boxes: orAbsent(z.array(liveBox).max(MAX_BOXES)),
    absence: orAbsent(z.enum(["camera", "deliveries"])).describe(
      "why there is no picture: the camera delivers none, or stored records are delivered first",
    ),
  })
  .refine(({ image, absence }) => (image === undefined) !== (absence === undefined), {
    path: ["image"],
    message: "or absence is required, and not both",
  })
  .meta({ id: "LivePictureRequest" });
export type LivePictureRequest = z.infer<typeof livePictureRequest>;
/** The request as a client sends it. */
export type LivePictureBody = z.input<typeof livePictureRequest>;

export const livePictureData = z.object({
  watched: z.boolean().describe("false: no user watches this camera of this device, and nothing was kept"),
});

export const livePictureQuery = z.object({
  after: z.string().max(100).optional().describe("the `version` of the last reply: wait until it has changed"),
  waitSeconds: queryInteger(0, MAX_WAIT_SECONDS, 0),
});

const absenceReason = z.enum(["no-device", "silent", "unsupported", "disabled", "camera", "deliveries", "waiting"]);
export type AbsenceReason = z.infer<typeof absenceReason>;

/** Current view of a watched camera. */
export const livePicture = z
  .object({
    version: z.string().describe("changes with every picture"),
    picture: orNull(
      z
        .object({
          image: z.string().describe("base64 JPEG"),
          width: z.int(),
          height: z.int(),
          takenAt: datetime.describe("by the clock of the service"),
          ageMs: z.int().describe("at the time of the reply"),
          boxes: z.array(
            z.object({
              trackingId: z.int().nullable(),
              className: z.string(),
              confidence: z.number(),
              x1: z.number(),
              y1: z.number(),
              x2: z.number(),
              y2: z.number(),
            }),
          ),
        })
        .meta({ id: "LivePictureImage" }),
    ).describe("the newest picture of the last 30 seconds; boxes in its pixels"),
    absence: orNull(
      z.object({ reason: absenceReason, message: z.string() }).meta({ id: "LivePictureAbsence" }),
    ).describe("why no newer picture comes"),
  })
  .meta({ id: "LivePicture" });
export type LivePicture = z.infer<typeof livePicture>;
