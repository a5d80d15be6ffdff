import { escalation, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../http/define-route.ts";
import { errors, json, notModified } from "../http/describe.ts";
import { fail, okWithEtag } from "../http/replies.ts";
import { findEscalation } from "./escalation-store.ts";
import { presentEscalation } from "./present-escalation.ts";

const config = createRoute({
  method: "get",
  path: "/v1/escalations/{id}",
  operationId: "getEscalationV1",
  tags: ["Escalations"],
  summary: "One escalation",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(escalation), "The escalation"),
    ...notModified,
    ...errors("ESCALATION_NOT_FOUND"),
  },
});

export const getEscalation = defineRoute("supervisor", config, ({ db }) => async (c) => {
  const found = await findEscalation(db, c.req.valid("param").id);
  if (!found) return fail(c, "ESCALATION_NOT_FOUND", "There is no escalation with this id.");
  return okWithEtag(c, presentEscalation(found));
});
