import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { endedSessions } from "@container-inspection/shared-schemas/sessions";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import { deleteOtherSessions } from "../accounts/session-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/user/me/sessions",
  operationId: "endOtherSessionsV1",
  tags: ["Users"],
  summary: "End all other sessions of the caller",
  description: "Takes effect with the next request of those sessions, in every process; their live streams end.",
  responses: { 200: json(successEnvelope(endedSessions), "How many have ended") },
});

export const endOtherSessions = defineRoute(
  "operator",
  config,
  (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
    const { userId, sessionId } = c.get("caller");
    const audit = auditOf(c, parts);
    return parts.db.transaction(async (tx) => {
      const ended = await deleteOtherSessions(tx, { userId, sessionId });
      const subject = { type: "user", id: userId };
      if (ended > 0) await audit(tx, { action: "user.end-other-sessions", subject, before: { ended }, after: null });
      return ok(c, { ended });
    });
  },
);
