import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { answerScan, SCAN_DESCRIPTION, scanRequest, scanResponses, type ScanningParts } from "./answer-scan.ts";

const config = createRoute({
  method: "post",
  path: "/v1/containers/{id}/scans/illegal",
  operationId: "scanIllegalV1",
  tags: ["Scans"],
  summary: "Detect illegal goods on an X-ray picture",
  description: SCAN_DESCRIPTION,
  request: scanRequest,
  responses: scanResponses,
});

export const scanIllegal = defineRoute(
  "operator",
  config,
  (parts: ScanningParts) => async (c) => answerScan(c, parts, "illegal", c.req.valid("param").id),
);
