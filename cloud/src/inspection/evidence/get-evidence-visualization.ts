import { evidenceParams } from "@container-inspection/shared-schemas/evidence";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { rangeHeaders } from "../../platform/http/send-range.ts";
import { answerEvidencePicture, evidencePictureResponses, visualizationOf } from "./answer-evidence-picture.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/evidence/{evidenceId}/visualization",
  operationId: "getEvidenceVisualizationV1",
  tags: ["Evidence"],
  summary: "The picture of an evidence photo with the detections of the device drawn in",
  request: { params: evidenceParams, headers: rangeHeaders },
  responses: evidencePictureResponses,
});

export const getEvidenceVisualization = defineRoute(
  "operator",
  config,
  (parts: Needs<"db" | "storage">) => async (c) =>
    answerEvidencePicture(c, parts, c.req.valid("param"), visualizationOf),
  { pathErrorCode: "INVALID_ID" },
);
