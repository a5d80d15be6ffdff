import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { answerScan, SCAN_DESCRIPTION, scanRequest, scanResponses, type ScanningParts } from "./answer-scan.ts";

const config = createRoute({
  method: "post",
  path: "/v1/containers/{id}/scans/defect",
  operationId: "scanDefectV1",
  tags: ["Scans"],
  summary: "Detect defects on a picture of the container",
  description: SCAN_DESCRIPTION,
  request: scanRequest,
  responses: scanResponses,
});

export const scanDefect = defineRoute(
  "operator",
  config,
  (parts: ScanningParts) => async (c) => answerScan(c, parts, "defect", c.req.valid("param").id),
);
