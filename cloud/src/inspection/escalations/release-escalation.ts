import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { escalation } from "@container-inspection/shared-schemas/escalations";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { recordEvent } from "../../journal/events/event-store.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { changeEscalation } from "./change-escalation.ts";
import { refuseRelease } from "./escalation-rules.ts";
import { setClaim } from "./escalation-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/escalations/{id}/release",
  operationId: "releaseEscalationV1",
  tags: ["Escalations"],
  summary: "Return a claimed escalation to the queue",
  description: "For the user who claimed it, or an admin. Honours If-Match.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(escalation), "The escalation"),
    ...errors(
      "FORBIDDEN",
      "ESCALATION_NOT_FOUND",
      "ESCALATION_CLAIMED",
      "ESCALATION_NOT_CLAIMED",
      "ESCALATION_RESOLVED",
      "PRECONDITION_FAILED",
    ),
  },
});

export const releaseEscalation = defineRoute(
  "supervisor",
  config,
  (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
    const caller = c.get("caller");
    return changeEscalation(c, parts, {
      id: c.req.valid("param").id,
      action: "escalation.release",
      refuse: async (_tx, found) => refuseRelease(found.escalation, caller),
      apply: async (tx, { escalation: { id, containerId } }) => {
        const nowMs = parts.nowMs();
        await setClaim(tx, id, null, nowMs);
        await recordEvent(tx, { kind: "escalation.released", containerId, escalationId: id }, nowMs);
      },
    });
  },
);
