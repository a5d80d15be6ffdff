import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { examination } from "@container-inspection/shared-schemas/examinations";
import { queryVisit } from "@container-inspection/shared-schemas/primitives";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { openContainerOnVisit } from "../record/open-container.ts";
import { findExaminations } from "./examination-store.ts";
import { presentExamination } from "./present-examination.ts";

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/examinations",
  operationId: "listExaminationsV1",
  tags: ["Containers"],
  summary: "List what examinations of a container found, newest first",
  description: "Those of its current visit, or of the visit that `visit` names; at most 100.",
  request: { params: z.object({ id: z.string() }), query: z.object({ visit: queryVisit }) },
  responses: {
    200: json(successEnvelope(z.object({ items: z.array(examination) })), "The examinations"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "CONTAINER_NOT_FOUND", "VISIT_NOT_FOUND"),
  },
});

/** More examinations than a visit has. */
const MAX_EXAMINATIONS = 100;

export const listExaminations = defineRoute(
  "operator",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const { found, refusal } = await openContainerOnVisit(c, db, { id, visit: c.req.valid("query").visit });
      if (refusal) return refusal;
      const ofVisit = { containerId: id, visitId: found.visit.id, limit: MAX_EXAMINATIONS };
      return ok(c, { items: (await findExaminations(db, ofVisit)).map(presentExamination) });
    },
  { readsReplica: true },
);
