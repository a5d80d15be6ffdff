import { edgeEvidenceRequest, edgeScanRequest } from "@container-inspection/shared-schemas/edge";
import { orAbsent, timestamp, TIMESTAMP_FORMS } from "@container-inspection/shared-schemas/primitives";
import { z } from "zod";
import { decodeBase64 } from "../platform/images/decode-base64.ts";

/** A time with the text it was sent as: the hash of a record covers the text. */
const timestampAsSent = z.string().transform((sent, context) => {
  const parsed = timestamp.safeParse(sent);
  if (parsed.success) return { sent, date: parsed.data };
  context.addIssue({ code: "custom", message: parsed.error.issues[0]?.message ?? "must be a date and time" });
  return z.NEVER;
});

const readTimestamp = {
  timestamp: orAbsent(timestampAsSent.meta({ format: "date-time" })).describe(TIMESTAMP_FORMS),
};

/**
 * The bytes of a picture, null where its text is not base64. Decoded while the body is checked: of a large one, the
 * main thread gets the bytes alone, and never a text of 50 MB that stays until its next garbage collection.
 */
const pictureBytes = (sent: string): Uint8Array | null => decodeBase64(sent) ?? null;

const readFields = {
  ...readTimestamp,
  image: edgeScanRequest.shape.image.transform(pictureBytes),
  visualization: orAbsent(z.string().min(1).transform(pictureBytes)),
};

/** The body of an edge scan as the cloud reads it. */
export const scanRequest = edgeScanRequest.extend(readFields).meta({ id: "EdgeScan" });

/** The body of edge evidence as the cloud reads it; the body of a scan fits it, too. */
export const evidenceRequest = edgeEvidenceRequest.extend(readFields).meta({ id: "EdgePhoto" });
export type PictureRequest = z.infer<typeof evidenceRequest>;

/** Location of these schemas, for the thread that checks large bodies. */
export const scanRequestPlace = { module: import.meta.url, name: "scanRequest" };
export const evidenceRequestPlace = { module: import.meta.url, name: "evidenceRequest" };
