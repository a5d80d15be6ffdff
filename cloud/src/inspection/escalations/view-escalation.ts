import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { okMessage } from "../../platform/http/replies.ts";
import { openEscalation } from "./open-escalation.ts";
import { recordViewing } from "./viewer-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/escalations/{id}/viewers/me",
  operationId: "viewEscalationV1",
  tags: ["Escalations"],
  summary: "Report that the caller looks at an escalation",
  description:
    "Repeat it every 30 s while that lasts: after 75 s without it, the caller no longer counts as looking. It claims " +
    "nothing, and is not in the audit log.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(messageEnvelope, "The caller is listed"),
    ...errors("FORBIDDEN", "ESCALATION_NOT_FOUND"),
  },
});

export const viewEscalation = defineRoute("supervisor", config, ({ db, nowMs }: Needs<"db" | "nowMs">) => async (c) => {
  const { found, refusal } = await openEscalation(c, db, c.req.valid("param").id);
  if (refusal) return refusal;
  const { userId } = c.get("caller");
  await recordViewing(db, { escalationId: found.escalation.id, userId, nowMs: nowMs() });
  return okMessage(c, "You are listed as looking at the escalation.");
});
