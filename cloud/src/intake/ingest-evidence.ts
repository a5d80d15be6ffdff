import { edgeEvidenceData } from "@container-inspection/shared-schemas/edge";
import { defineIngest } from "./define-ingest.ts";
import { evidenceRequest, evidenceRequestPlace } from "./scan-request.ts";

export const ingestEvidence = defineIngest({
  path: "evidence",
  kind: "evidence",
  operationId: "ingestEvidenceV1",
  summary: "Record a photo from a device as evidence",
  description:
    "Body, pictures, idempotency and container as for a category scan, but `detections` may be left out. The uploader is " +
    "the account of `user_email`, or the default edge account.",
  body: { schema: evidenceRequest, place: evidenceRequestPlace },
  reply: { schema: edgeEvidenceData, description: "The photo is recorded" },
});
