import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../http/define-route.ts";
import { pictureHeaders } from "../images/send-picture.ts";
import { answerPicture, pictureParams, scanPictureResponses } from "./answer-picture.ts";

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/scans/{scanId}/visualization",
  operationId: "getScanVisualizationV1",
  tags: ["Scans"],
  summary: "The picture of a scan with its findings drawn in",
  request: { params: pictureParams, headers: pictureHeaders },
  responses: scanPictureResponses,
});

export const getScanVisualization = defineRoute(
  "operator",
  config,
  (parts) => async (c) =>
    answerPicture(c, parts, c.req.valid("param"), (scan) => ({
      key: scan.visualizationKey,
      contentType: scan.visualizationContentType,
      sha256: scan.visualizationSha256,
      sizeBytes: scan.visualizationSizeBytes,
    })),
);
