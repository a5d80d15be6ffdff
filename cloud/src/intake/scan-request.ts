import {
  edgeEvidenceRequest,
  edgeScanRequest,
  orAbsent,
  timestamp,
  TIMESTAMP_FORMS,
} from "@container-inspection/shared-schemas";
import { z } from "zod";

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

/** The body of an edge scan as the cloud reads it. */
export const scanRequest = edgeScanRequest.extend(readTimestamp);

/** The body of edge evidence as the cloud reads it; the body of a scan fits it, too. */
export const evidenceRequest = edgeEvidenceRequest.extend(readTimestamp);
export type PictureRequest = z.infer<typeof evidenceRequest>;

/** Where the thread that checks large bodies finds these schemas. */
export const scanRequestPlace = { module: import.meta.url, name: "scanRequest" };
export const evidenceRequestPlace = { module: import.meta.url, name: "evidenceRequest" };
