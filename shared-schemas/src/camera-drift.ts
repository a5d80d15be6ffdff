import { z } from "zod";
import { datetime, edgeId, orAbsent, orNull, text, textOrEmpty, timestamp } from "./primitives.ts";

/** The longer side of a picture of a drift, and its size as base64. */
export const MAX_DRIFT_PIXELS = 640;
const MAX_DRIFT_BASE64 = 150_000;

const day = z.iso.date();
const amount = z.number().min(-1e6).max(1e6);
const measureName = text(50).describe(
  "`confidence`: mean confidence of the findings. `unlike`: share of the pictures that are unlike those that the model was trained on. `empty`: share of the pictures with motion in which nothing was found. `classes`: distance of the " +
    "shares of the classes, 0 to 1. `missing`: usual classes that are no longer found. `sharpness`: mean Laplacian of the picture. `exposure`: its mean level, 0 to 255.",
);

/** A drift of one camera as its device reports it; without `measures` the drift has ended. */
export const cameraDriftRequest = z
  .object({
    device_id: orAbsent(edgeId),
    camera_id: edgeId,
    timestamp: orAbsent(timestamp).describe("the device's clock when it compared the days"),
    model_name: orAbsent(textOrEmpty(200)),
    model_version: orAbsent(textOrEmpty(200)),
    measures: z
      .array(
        z.object({
          measure: measureName,
          reference: amount.describe("usual at the same hours"),
          now: amount.describe("on the newest day that was compared"),
          since: day.describe("first day of the drift, by the clock of the place"),
          day: day.describe("the newest day that was compared"),
        }),
      )
      .max(20),
    classes: orAbsent(
      z
        .array(z.object({ class_name: text(100), reference: z.number().min(0).max(1), now: z.number().min(0).max(1) }))
        .max(20),
    ).describe("shares of the classes that changed most"),
    pictures: orAbsent(
      z
        .array(
          z.object({
            shows: z.enum(["reference", "now"]),
            taken_at: timestamp,
            image: z
              .string()
              .min(1)
              .max(MAX_DRIFT_BASE64)
              .describe(`base64 JPEG, at most ${MAX_DRIFT_PIXELS} pixels wide and high`),
          }),
        )
        .max(8),
    ).describe("small pictures of the same hours, then and now"),
  })
  .meta({ id: "CameraDriftRequest" });
export type CameraDriftRequest = z.infer<typeof cameraDriftRequest>;
/** Body of a device's drift report, without the identifiers of the device and the camera. */
export type CameraDriftBody = Pick<Required<z.input<typeof cameraDriftRequest>>, "measures"> & {
  model_name: string;
  model_version: string;
  classes: { class_name: string; reference: number; now: number }[];
  pictures: { shows: "reference" | "now"; taken_at: string; image: string }[];
};

export const cameraDriftData = z.object({
  deviceId: z
    .string()
    .nullable()
    .describe(
      "null: no device is known by this `device_id`, or the camera belongs to another device, and nothing was kept",
    ),
});

const measure = z.object({
  measure: measureName,
  reference: z.number(),
  now: z.number(),
  since: day.describe("first day of the drift, by the clock of the device"),
  day: day.describe("the newest day that was compared"),
});

/** A drift as a list of cameras shows it. */
export const driftSummary = z
  .object({ since: day, measures: z.array(z.string()) })
  .meta({ id: "CameraDriftSummary", description: "what a camera's days differ in from its reference" });
export type DriftSummary = z.infer<typeof driftSummary>;

/** Drift of a camera from what its device learned, with pictures of then and now. */
export const cameraDrift = z
  .object({
    deviceId: z.string().describe("the device that reported it"),
    model: z.object({ name: z.string(), version: z.string() }),
    reportedAt: datetime.describe("by the clock of the service"),
    measures: z.array(measure),
    classes: z
      .array(z.object({ className: z.string(), reference: z.number(), now: z.number() }))
      .describe("shares of the classes that changed most"),
    pictures: z
      .array(
        z.object({ shows: z.enum(["reference", "now"]), takenAt: datetime, image: z.string().describe("base64 JPEG") }),
      )
      .describe("pictures of the same hours, then and now; empty after `PICTURE_RETENTION_DAYS`"),
  })
  .meta({ id: "CameraDrift" });
export type CameraDrift = z.infer<typeof cameraDrift>;

export const cameraDriftReply = z.object({
  drift: orNull(cameraDrift).describe("null: the camera does not drift, or its device does not compare its days"),
});
