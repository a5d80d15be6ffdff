import { evidence, evidenceParams, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { maySeeContainer } from "../containers/container-rules.ts";
import { failMissingContainer } from "../containers/fail-missing-container.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, notModified } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { findEvidence } from "./evidence-store.ts";
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
      const { id, evidenceId } = c.req.valid("param");
      const there = await findEvidence(db, id, evidenceId);
      if (!there) return failMissingContainer(c, db, id);
      if (!there.found) return fail(c, "EVIDENCE_NOT_FOUND", "This container has no evidence with this id.");
      if (!maySeeContainer(c.get("caller"), there.container))
        return fail(c, "FORBIDDEN", "This container belongs to somebody else.");
      return okWithEtag(c, presentEvidence(there.found));
    },
  { pathErrorCode: "INVALID_ID" },
);
