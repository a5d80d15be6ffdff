import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { answerScan, SCAN_DESCRIPTION, scanRequest, scanResponses, type ScanningParts } from "./answer-scan.ts";

const config = createRoute({
  method: "post",
  path: "/v1/containers/{id}/scans/category",
  operationId: "scanCategoryV1",
  tags: ["Scans"],
  summary: "Verify the cargo category on a picture of the load",
  description: `${SCAN_DESCRIPTION} It is compared with the container's manifest.`,
  request: scanRequest,
  responses: scanResponses,
});

export const scanCategory = defineRoute(
  "operator",
  config,
  (parts: ScanningParts) => async (c) => answerScan(c, parts, "category", c.req.valid("param").id),
);
