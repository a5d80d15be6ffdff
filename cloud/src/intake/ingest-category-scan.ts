import { edgeScanData } from "@container-inspection/shared-schemas/edge";
import { defineIngest } from "./define-ingest.ts";
import { scanRequest, scanRequestPlace } from "./scan-request.ts";

export const ingestCategoryScan = defineIngest({
  path: "scans/category",
  kind: "category",
  operationId: "ingestCategoryScanV1",
  summary: "Record a category scan made on a device",
  description:
    "Creates the container when its number is unknown. The container shows the scan with the newest timestamp, whatever " +
    "order scans arrive in; a time more than 5 minutes ahead or more than 400 days old is stored, marked clockSuspect and " +
    "ordered by arrival. `manifestMatch` compares this scan with the manifest of the container, null without one. Where " +
    "`user_email` names an account, that account owns a container that is created or whose next visit begins; within a visit it " +
    "replaces only the default account as the owner. With an Idempotency-Key the scan is " +
    "recorded once: the same key and body again gets the first reply with `Idempotent-Replayed: true`, another body 409. " +
    "The image is compared by `image_sha256`, so a copy marked `image_reduced` is the same record; the visualization is not " +
    "compared. `record_sha256` is checked. Critical findings of the match escalate the container.",
  body: { schema: scanRequest, place: scanRequestPlace },
  reply: { schema: edgeScanData, description: "The scan is recorded" },
});
