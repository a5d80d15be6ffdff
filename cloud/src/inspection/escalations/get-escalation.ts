import { escalation, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { maySeeContainer } from "../containers/container-rules.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, notModified } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { findEscalation } from "./escalation-store.ts";
import { presentEscalation } from "./present-escalation.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/escalations/{id}",
  operationId: "getEscalationV1",
  tags: ["Escalations"],
  summary: "One escalation",
  description: "Operators read those of containers they own, supervisors all.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(escalation), "The escalation"),
    ...notModified,
    ...errors("FORBIDDEN", "ESCALATION_NOT_FOUND"),
  },
});

export const getEscalation = defineRoute("operator", config, ({ db }: Needs<"db">) => async (c) => {
  const found = await findEscalation(db, c.req.valid("param").id);
  if (!found) return fail(c, "ESCALATION_NOT_FOUND", "There is no escalation with this id.");
  if (!maySeeContainer(c.get("caller"), found.container))
    return fail(c, "FORBIDDEN", "This container belongs to somebody else.");
  return okWithEtag(c, presentEscalation(found));
});
