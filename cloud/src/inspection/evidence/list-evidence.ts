import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { evidence, evidenceOfParams } from "@container-inspection/shared-schemas/evidence";
import { page, pageQuery, queryVisit } from "@container-inspection/shared-schemas/primitives";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { openContainerOnVisit } from "../record/open-container.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { findEvidenceOf } from "./evidence-store.ts";
import { presentEvidence } from "./present-evidence.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/evidence",
  operationId: "listEvidenceV1",
  tags: ["Evidence"],
  summary: "List a container's evidence photos, newest first",
  description: "The photos of all visits, or of the visit that `visit` names.",
  request: {
    params: evidenceOfParams,
    query: pageQuery.extend({
      cursor: cursorOf(z.string().regex(/^ev_[0-9a-f]{24}$/)).optional(),
      visit: queryVisit,
    }),
  },
  responses: {
    200: json(successEnvelope(page(evidence)), "One page"),
    ...errors("INVALID_ID", "VALIDATION_ERROR", "FORBIDDEN", "CONTAINER_NOT_FOUND", "VISIT_NOT_FOUND"),
  },
});

export const listEvidence = defineRoute(
  "operator",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const { limit, cursor, visit } = c.req.valid("query");
      const { found, refusal } = await openContainerOnVisit(c, db, { id, visit });
      if (refusal) return refusal;
      const visitId = visit === undefined ? undefined : found.visit.id;
      const rows = await findEvidenceOf(db, { containerId: id, visitId, beforeId: cursor, limit: limit + 1 });
      return ok(
        c,
        pageOf(rows, limit, (row) => row.evidence.id, presentEvidence),
      );
    },
  { pathErrorCode: "INVALID_ID", readsReplica: true },
);
