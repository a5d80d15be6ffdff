import { edgeFindingsData } from "@container-inspection/shared-schemas/edge";
import { defineIngest } from "./define-ingest.ts";
import { scanRequest, scanRequestPlace } from "./scan-request.ts";

export const ingestIllegalScan = defineIngest({
  path: "scans/illegal",
  kind: "illegal",
  operationId: "ingestIllegalScanV1",
  summary: "Record an illegal-goods scan made on a device",
  description:
    "Body, pictures, idempotency and container as for a category scan. The container's `categoryScan` does not change, and " +
    "no manifest is compared. Illegal goods that were found with a confidence of at least ILLEGAL_ESCALATION_CONFIDENCE " +
    "escalate the container.",
  body: { schema: scanRequest, place: scanRequestPlace },
  reply: { schema: edgeFindingsData, description: "The scan is recorded" },
});
