import { z } from "zod";
import { objectId } from "./object-id.ts";
import { datetime, readableText } from "./primitives.ts";
import { detection, scanImage } from "./scans.ts";

/** The path of a container's evidence: only an object identifier can name a container here. */
export const evidenceOfParams = z.object({
  id: objectId,
});
export const evidenceParams = evidenceOfParams.extend({
  evidenceId: z.string().startsWith("ev_", { message: "must start with ev_" }),
});

export const addEvidenceQuery = z.object({ note: readableText(1_000).optional().describe("what the photo shows") });

/** A photo kept as evidence: its bytes as they came, with their SHA-256. */
export const evidence = z
  .object({
    evidenceId: z.string().describe("`ev_` and an object identifier"),
    containerId: z.string(),
    visit: z.int().describe("number of the container's visit that it belongs to"),
    source: z.enum(["edge", "user"]),
    uploader: z.object({ id: z.string(), email: z.string() }),
    note: z.string().nullable(),
    timestamp: datetime.describe(
      "when the photo was taken, by the sender's clock; when it arrived, if a person sent it",
    ),
    receivedAt: datetime,
    clockSuspect: z.boolean(),
    detections: z.array(detection),
    image: scanImage,
    hasVisualization: z.boolean(),
    cameraId: z.string().nullable(),
    deviceId: z.string().nullable(),
    userEmail: z.string().nullable().describe("as a device sent it, also where it names no account"),
  })
  .meta({ id: "Evidence" });
export type Evidence = z.infer<typeof evidence>;
