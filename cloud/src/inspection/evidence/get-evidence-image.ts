import { evidenceParams } from "@container-inspection/shared-schemas/evidence";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { rangeHeaders } from "../../platform/http/send-range.ts";
import { answerEvidencePicture, evidencePictureResponses, imageOf, thumbnailOf } from "./answer-evidence-picture.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/evidence/{evidenceId}/image",
  operationId: "getEvidenceImageV1",
  tags: ["Evidence"],
  summary: "The picture of an evidence photo",
  description: "As it was sent, or with `size=thumbnail` a JPEG of at most 320 × 320 pixels.",
  request: {
    params: evidenceParams,
    query: z.object({ size: z.enum(["original", "thumbnail"]).optional() }),
    headers: rangeHeaders,
  },
  responses: evidencePictureResponses,
});

export const getEvidenceImage = defineRoute(
  "operator",
  config,
  (parts: Needs<"db" | "storage">) => async (c) => {
    const pictureOf = c.req.valid("query").size === "thumbnail" ? thumbnailOf : imageOf;
    return answerEvidencePicture(c, parts, c.req.valid("param"), pictureOf);
  },
  { pathErrorCode: "INVALID_ID" },
);
