import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { escalation, listEscalationsQuery } from "@container-inspection/shared-schemas/escalations";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { countedPage } from "@container-inspection/shared-schemas/primitives";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { countEscalations, findEscalations } from "./escalation-store.ts";
import { presentEscalation } from "./present-escalation.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/escalations",
  operationId: "listEscalationsV1",
  tags: ["Escalations"],
  summary: "The supervisors' queue, newest first",
  request: { query: listEscalationsQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(countedPage(escalation)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listEscalations = defineRoute(
  "supervisor",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { limit, cursor, total, ...filter } = c.req.valid("query");
      const rows = await findEscalations(db, { ...filter, beforeId: cursor, limit: limit + 1 });
      const shown = pageOf(rows, limit, (row) => row.escalation.id, presentEscalation);
      return ok(c, total ? { ...shown, total: await countEscalations(db, filter) } : shown);
    },
  { readsReplica: true },
);
