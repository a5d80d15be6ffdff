import { z } from "zod";
import { driftSummary } from "./camera-drift.ts";
import { datetime, orNull, text } from "./primitives.ts";
import { boundingBox } from "./tracking.ts";

/** The id that a device sends of a camera. */
export const cameraId = text(200);

/** The last event of a camera by the time of the event. */
export const lastCameraEvent = z.object({
  timestamp: datetime,
  trackingId: z.int(),
  className: z.string(),
  confidence: z.number(),
  eventType: z.enum(["enter", "update", "leave"]),
  box: boundingBox,
});
export type LastCameraEvent = z.infer<typeof lastCameraEvent>;

/** The side of the vehicle that a camera of a lane faces. */
export const cameraPosition = z
  .enum(["front", "rear", "left", "right", "top", "number", "xray", "overview", "other"])
  .meta({ id: "CameraPosition" });
export type CameraPosition = z.infer<typeof cameraPosition>;

/** Part of the cargo that a camera can see. */
export const cameraView = z.enum(["door", "top", "exterior", "xray-full"]).meta({
  id: "CameraView",
  description:
    "`door`: the front of the load. `top`: the upper layer. `exterior`: no cargo. `xray-full`: the whole load.",
});
export type CameraView = z.infer<typeof cameraView>;

const place = z.object({ id: z.string(), name: z.string() });

/** A camera that appeared in events or scans, or that an admin registered. */
export const camera = z
  .object({
    cameraId: z.string(),
    registered: z.boolean().describe("true when an admin has registered it"),
    name: z.string().nullable(),
    position: orNull(cameraPosition),
    view: orNull(cameraView).describe("null: the front of the load, as through the door"),
    site: place.nullable(),
    lane: place.nullable(),
    deviceId: z.string().nullable().describe("the reported id of the device that last sent its data"),
    firstSeenAt: datetime.nullable().describe("by the clock of the service; null until its first data"),
    lastSeenAt: datetime.nullable().describe("by the clock of the service; null until its first data"),
    silentSince: datetime
      .nullable()
      .describe("since when that device has been silent; null while it is connected, or without a device"),
    lastEvent: lastCameraEvent.nullable(),
    lastScanAt: datetime.nullable().describe("when its last scan arrived"),
    drift: orNull(driftSummary).describe(
      "null: its days do not differ from its reference, as far as its device reports",
    ),
  })
  .meta({ id: "Camera" });
export type Camera = z.infer<typeof camera>;
