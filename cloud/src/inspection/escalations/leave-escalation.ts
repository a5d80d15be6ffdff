import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json } from "../../platform/http/describe.ts";
import { okMessage } from "../../platform/http/replies.ts";
import { removeViewing } from "./viewer-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/escalations/{id}/viewers/me",
  operationId: "leaveEscalationV1",
  tags: ["Escalations"],
  summary: "Report that the caller no longer looks at an escalation",
  description: "Succeeds as well where the caller was not listed.",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(messageEnvelope, "The caller is not listed") },
});

export const leaveEscalation = defineRoute(
  "supervisor",
  config,
  ({ db, nowMs }: Needs<"db" | "nowMs">) =>
    async (c) => {
      const escalationId = c.req.valid("param").id;
      await removeViewing(db, { escalationId, userId: c.get("caller").userId, nowMs: nowMs() });
      return okMessage(c, "You are no longer listed as looking at the escalation.");
    },
);
