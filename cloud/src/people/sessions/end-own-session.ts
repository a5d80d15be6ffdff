import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, okMessage } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { endSession } from "./end-session.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/user/me/sessions/{sessionId}",
  operationId: "endOwnSessionV1",
  tags: ["Users"],
  summary: "End one of the caller's sessions",
  description: "Takes effect with the next request of that session, in every process; its live streams end.",
  request: { params: z.object({ sessionId: z.string() }) },
  responses: { 200: json(messageEnvelope, "It has ended"), ...errors("SESSION_NOT_FOUND") },
});

export const endOwnSession = defineRoute("operator", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { sessionId } = c.req.valid("param");
  const hasEnded = await endSession(parts, { userId: c.get("caller").userId, sessionId, audit: auditOf(c, parts) });
  if (!hasEnded) return fail(c, "SESSION_NOT_FOUND", "You have no open session with this id.");
  return okMessage(c, "The session has ended.");
});
