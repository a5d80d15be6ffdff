import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, okMessage } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { findUserById } from "../accounts/user-store.ts";
import { endSession } from "./end-session.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/admin/users/{id}/sessions/{sessionId}",
  operationId: "endSessionOfUserV1",
  tags: ["Admin"],
  summary: "End a session of a user",
  description: "Takes effect with the next request of that session, in every process; its live streams end.",
  request: { params: z.object({ id: z.string(), sessionId: z.string() }) },
  responses: { 200: json(messageEnvelope, "It has ended"), ...errors("USER_NOT_FOUND", "SESSION_NOT_FOUND") },
});

export const endSessionOfUser = defineRoute("admin", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { id: userId, sessionId } = c.req.valid("param");
  const account = await findUserById(parts.db, userId);
  if (!account || account.isService) return fail(c, "USER_NOT_FOUND", "User not found.");
  if (!(await endSession(parts, { userId, sessionId, audit: auditOf(c, parts) })))
    return fail(c, "SESSION_NOT_FOUND", "This user has no open session with this id.");
  return okMessage(c, "The session has ended.");
});
