import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors } from "../../platform/http/describe.ts";
import { answerFrame, scanRequest, scanResponses, type ScanningParts } from "./answer-scan.ts";

const config = createRoute({
  method: "post",
  path: "/v1/containers/{id}/scans/illegal/stream",
  operationId: "scanIllegalFrameV1",
  tags: ["Scans"],
  summary: "Detect illegal goods on one X-ray frame of a stream",
  description:
    "The body is one image, as for a scan. The AI service answers while the caller waits, at most 10 s. The frame is stored " +
    "as a scan of the container when something was found on it; otherwise `scan` is only part of this reply.",
  request: scanRequest,
  responses: { ...scanResponses, ...errors("STREAMING_ILLEGAL_SCAN_FAILED") },
});

export const scanIllegalFrame = defineRoute(
  "operator",
  config,
  (parts: ScanningParts) => async (c) =>
    answerFrame(c, parts, {
      type: "illegal",
      containerId: c.req.valid("param").id,
      failure: "STREAMING_ILLEGAL_SCAN_FAILED",
    }),
);
