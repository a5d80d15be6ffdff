import type { RouteDefinition } from "../platform/http/define-route.ts";
import { identifyEdgeContainer } from "./identify-container.ts";
import { ingestCategoryScan } from "./ingest-category-scan.ts";
import { ingestDefectScan } from "./ingest-defect-scan.ts";
import { ingestIllegalScan } from "./ingest-illegal-scan.ts";
import { ingestEvidence } from "./ingest-evidence.ts";
import { getExpectedNumbers } from "./get-expected-numbers.ts";
import type { InspectionParts } from "../inspection/parts.ts";
import type { DeliveryParts } from "./parts.ts";
import { getAcknowledgementKey } from "./transfers/get-acknowledgement-key.ts";
import { importTransfer } from "./transfers/import-transfer.ts";

/** This room's routes. Where two paths fit a request, the first row wins: fixed words come before parameters. */
export const intakeRoutes: readonly RouteDefinition<InspectionParts & DeliveryParts>[] = [
  identifyEdgeContainer,
  ingestCategoryScan,
  ingestDefectScan,
  ingestIllegalScan,
  ingestEvidence,
  getExpectedNumbers,
  importTransfer,
  getAcknowledgementKey,
];
