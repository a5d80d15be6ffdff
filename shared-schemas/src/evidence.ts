import { z } from "zod";
import { objectId } from "./object-id.ts";
import { recordPassage } from "./passages.ts";
import { datetime, orNull, readableText, timestamp } from "./primitives.ts";
import { detection, scanImage } from "./scans.ts";

/** The path of a container's evidence: the container is given by its object identifier. */
export const evidenceOfParams = z.object({
  id: objectId,
});
export const evidenceParams = evidenceOfParams.extend({
  evidenceId: z.string().startsWith("ev_", { message: "must start with ev_" }),
});

export const addEvidenceQuery = z.object({
  note: readableText(1_000).optional().describe("what the photo shows"),
  takenAt: timestamp.optional().describe("when it was taken; when it arrives by default"),
});

/** A photo stored as evidence: its original bytes with their SHA-256. */
export const evidence = z
  .object({
    evidenceId: z.string().describe("`ev_` and an object identifier"),
    containerId: z.string(),
    visit: z.int().describe("number of the visit that the photo belongs to"),
    source: z.enum(["edge", "user"]),
    uploader: z.object({ id: z.string(), email: z.string() }),
    note: z.string().nullable(),
    timestamp: datetime.describe("when the photo was taken, by the device's clock; when it arrived, if a user sent it"),
    receivedAt: datetime,
    clockSuspect: z.boolean(),
    detections: z.array(detection),
    image: scanImage,
    hasVisualization: z.boolean(),
    cameraId: z.string().nullable(),
    deviceId: z.string().nullable(),
    userEmail: z.string().nullable().describe("as the device sent it, even if no such account exists"),
    passage: orNull(recordPassage).describe("null for photos by people, and of devices that send no passage"),
  })
  .meta({ id: "Evidence" });
export type Evidence = z.infer<typeof evidence>;
