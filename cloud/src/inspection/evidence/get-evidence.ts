import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { evidence, evidenceParams } from "@container-inspection/shared-schemas/evidence";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, notModified } from "../../platform/http/describe.ts";
import { okWithEtag } from "../../platform/http/replies.ts";
import { openEvidence } from "./open-evidence.ts";
import { presentEvidence } from "./present-evidence.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/evidence/{evidenceId}",
  operationId: "getEvidenceV1",
  tags: ["Evidence"],
  summary: "One evidence photo of a container",
  request: { params: evidenceParams },
  responses: {
    200: json(successEnvelope(evidence), "The photo"),
    ...notModified,
    ...errors("INVALID_ID", "FORBIDDEN", "CONTAINER_NOT_FOUND", "EVIDENCE_NOT_FOUND"),
  },
});

export const getEvidence = defineRoute(
  "operator",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { found, refusal } = await openEvidence(c, db, c.req.valid("param"));
      return refusal ?? okWithEtag(c, presentEvidence(found.photo));
    },
  { pathErrorCode: "INVALID_ID" },
);
