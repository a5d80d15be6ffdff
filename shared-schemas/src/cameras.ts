import { z } from "zod";
import { datetime, orNull } from "./primitives.ts";
import { boundingBox } from "./tracking.ts";

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

/** What a camera of a lane looks at. */
export const cameraPosition = z
  .enum(["front", "rear", "left", "right", "top", "number", "xray", "overview", "other"])
  .meta({ id: "CameraPosition" });
export type CameraPosition = z.infer<typeof cameraPosition>;

const place = z.object({ id: z.string(), name: z.string() });

/** A camera that events or scans named, or that an admin registered. */
export const camera = z
  .object({
    cameraId: z.string(),
    registered: z.boolean().describe("an admin has said what it is"),
    name: z.string().nullable(),
    position: orNull(cameraPosition),
    site: place.nullable(),
    lane: place.nullable(),
    deviceId: z.string().nullable().describe("the device it last spoke through, as that calls itself"),
    firstSeenAt: datetime.nullable().describe("by the clock of the service; null until it is heard"),
    lastSeenAt: datetime.nullable().describe("by the clock of the service; null until it is heard"),
    lastEvent: lastCameraEvent.nullable(),
    lastScanAt: datetime.nullable().describe("when its last scan arrived"),
  })
  .meta({ id: "Camera" });
export type Camera = z.infer<typeof camera>;
