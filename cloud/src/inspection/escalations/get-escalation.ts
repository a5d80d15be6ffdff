import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { escalation } from "@container-inspection/shared-schemas/escalations";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, notModified } from "../../platform/http/describe.ts";
import { okWithEtag } from "../../platform/http/replies.ts";
import { openEscalation } from "./open-escalation.ts";
import { presentEscalation } from "./present-escalation.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/escalations/{id}",
  operationId: "getEscalationV1",
  tags: ["Escalations"],
  summary: "One escalation",
  description: "Operators read the escalations of containers they own, supervisors all.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(escalation), "The escalation"),
    ...notModified,
    ...errors("FORBIDDEN", "ESCALATION_NOT_FOUND"),
  },
});

export const getEscalation = defineRoute("operator", config, ({ db }: Needs<"db">) => async (c) => {
  const { found, refusal } = await openEscalation(c, db, c.req.valid("param").id);
  return refusal ?? okWithEtag(c, presentEscalation(found));
});
