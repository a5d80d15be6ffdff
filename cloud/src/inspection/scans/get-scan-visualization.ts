import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { rangeHeaders } from "../../platform/http/send-range.ts";
import { answerPicture, pictureParams, scanPictureResponses } from "./answer-picture.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/scans/{scanId}/visualization",
  operationId: "getScanVisualizationV1",
  tags: ["Scans"],
  summary: "The picture of a scan with its findings drawn in",
  request: { params: pictureParams, headers: rangeHeaders },
  responses: scanPictureResponses,
});

export const getScanVisualization = defineRoute(
  "operator",
  config,
  (parts: Needs<"db" | "storage">) => async (c) =>
    answerPicture(c, parts, c.req.valid("param"), (scan) => ({
      key: scan.visualizationKey,
      contentType: scan.visualizationContentType,
      sha256: scan.visualizationSha256,
      sizeBytes: scan.visualizationSizeBytes,
    })),
);
