import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { escalation } from "@container-inspection/shared-schemas/escalations";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { recordEvent } from "../../journal/events/event-store.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { changeEscalation } from "./change-escalation.ts";
import { refuseClaim } from "./escalation-rules.ts";
import { setClaim } from "./escalation-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/escalations/{id}/claim",
  operationId: "claimEscalationV1",
  tags: ["Escalations"],
  summary: "Claim an escalation",
  description: "The first caller gets it; claiming it again changes nothing. Honours If-Match.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(escalation), "The escalation"),
    ...errors("FORBIDDEN", "ESCALATION_NOT_FOUND", "ESCALATION_CLAIMED", "ESCALATION_RESOLVED", "PRECONDITION_FAILED"),
  },
});

export const claimEscalation = defineRoute(
  "supervisor",
  config,
  (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
    const caller = c.get("caller");
    return changeEscalation(c, parts, {
      id: c.req.valid("param").id,
      action: "escalation.claim",
      refuse: async (_tx, found) => refuseClaim(found.escalation, caller),
      apply: async (tx, { escalation: { id, state, containerId } }) => {
        if (state !== "OPEN") return;
        const nowMs = parts.nowMs();
        await setClaim(tx, id, caller.userId, nowMs);
        const event = { containerId, escalationId: id, claimedById: caller.userId };
        await recordEvent(tx, { kind: "escalation.claimed", ...event }, nowMs);
      },
    });
  },
);
