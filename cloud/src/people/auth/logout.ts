import { authEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute, z } from "@hono/zod-openapi";
import { type AuditAs, auditAsOf } from "../../journal/audit/create-audit.ts";
import type { Caller } from "../../platform/http/context.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json } from "../../platform/http/describe.ts";
import { okAuth } from "../../platform/http/replies.ts";
import { tokensOf } from "../../platform/http/session-tokens.ts";
import { clearSessionCookie } from "./session-cookie.ts";
import { createFindCaller } from "./find-caller.ts";
import { deleteSession } from "../accounts/session-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/user/auth/logout",
  operationId: "logoutV1",
  tags: ["Sign-in"],
  summary: "End the session and clear its cookie",
  description: "The response is the same without a token.",
  responses: { 200: json(authEnvelope(z.object({})), "Signed out") },
});

export const logout = defineRoute(
  "public",
  config,
  (parts: Needs<"settings" | "db" | "tokens" | "logger" | "nowMs" | "newId">) => {
    const findCaller = createFindCaller(parts);
    return async (c) => {
      const { bearer, cookie } = tokensOf(c);
      const caller = await findCaller(bearer ?? cookie ?? "", c.get("requestId"));
      if (caller) await endSession(parts, caller, auditAsOf(c, parts));
      clearSessionCookie(c, parts.settings.production);
      return okAuth(c, "Signed out", {});
    };
  },
);

async function endSession({ db }: Needs<"db">, { userId, email, sessionId }: Caller, auditAs: AuditAs): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteSession(tx, sessionId))) return;
    const subject = { type: "user", id: userId };
    await auditAs({ id: userId, email })(tx, { action: "user.sign-out", subject, before: { sessionId }, after: null });
  });
}
