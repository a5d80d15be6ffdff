import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { endedSessions } from "@container-inspection/shared-schemas/sessions";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { deleteSessionsOf } from "../accounts/session-store.ts";
import type { Needs } from "../parts.ts";
import { lockUser } from "../accounts/user-store.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/admin/users/{id}/sessions",
  operationId: "endSessionsOfUserV1",
  tags: ["Admin"],
  summary: "End all sessions of a user",
  description: "Takes effect with the next request of those sessions, in every process; their live streams end.",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(successEnvelope(endedSessions), "How many have ended"), ...errors("USER_NOT_FOUND") },
});

export const endSessionsOfUser = defineRoute("admin", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { id: userId } = c.req.valid("param");
  const audit = auditOf(c, parts);
  return parts.db.transaction(async (tx) => {
    const account = await lockUser(tx, userId);
    if (!account || account.isService) return fail(c, "USER_NOT_FOUND", "User not found.");
    const ended = await deleteSessionsOf(tx, userId);
    const subject = { type: "user", id: userId };
    if (ended > 0) await audit(tx, { action: "user.end-sessions", subject, before: { ended }, after: null });
    return ok(c, { ended });
  });
});
