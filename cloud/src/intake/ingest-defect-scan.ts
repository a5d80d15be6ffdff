import { edgeFindingsData } from "@container-inspection/shared-schemas/edge";
import { defineIngest } from "./define-ingest.ts";
import { scanRequest, scanRequestPlace } from "./scan-request.ts";

export const ingestDefectScan = defineIngest({
  path: "scans/defect",
  kind: "defect",
  operationId: "ingestDefectScanV1",
  summary: "Record a defect scan made on a device",
  description:
    "Body, pictures, idempotency and container as for a category scan. The container's `categoryScan` does not change, and " +
    "no manifest is compared.",
  body: { schema: scanRequest, place: scanRequestPlace },
  reply: { schema: edgeFindingsData, description: "The scan is recorded" },
});
