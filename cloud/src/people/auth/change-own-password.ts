import { changeOwnPasswordRequest, refreshData } from "@container-inspection/shared-schemas/auth";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { setSessionCookie } from "./session-cookie.ts";
import { lockUserIfUnchanged } from "../accounts/user-store.ts";
import { createCurrentPasswordCheck } from "./check-current-password.ts";
import { changePasswordOf } from "./change-password-of.ts";
import { openSession } from "./open-session.ts";
import { createOriginOf } from "./origin-of.ts";
import { hashPassword } from "./passwords.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/user/me/password",
  operationId: "changeOwnPasswordV1",
  tags: ["Users"],
  summary: "Change the caller's password",
  description:
    "Ends all sessions of the caller, including this one; the reply and its cookie contain the token of a new session. Second factors stay: " +
    "offer the removal of those that the caller did not add (`GET /v1/user/me/second-factors`). After five wrong " +
    "current passwords of an account within 15 minutes, here or on changing the email address, it returns 429.",
  request: { body: jsonBody(changeOwnPasswordRequest) },
  responses: {
    200: json(successEnvelope(refreshData), "Changed; the token of the new session"),
    ...errors("VALIDATION_ERROR", "WRONG_PASSWORD", "RATE_LIMIT_EXCEEDED", "SERVICE_UNAVAILABLE"),
  },
});

export const changeOwnPassword = defineRoute(
  "operator",
  config,
  (parts: Needs<"settings" | "db" | "tokens" | "rateLimits" | "nowMs" | "newId">) => {
    const checkCurrentPassword = createCurrentPasswordCheck(parts);
    const originOf = createOriginOf(parts);
    return async (c) => {
      const { currentPassword, password } = c.req.valid("json");
      const checked = await checkCurrentPassword(c, currentPassword);
      if (checked.refusal) return checked.refusal;
      const { account } = checked;
      const passwordHash = await hashPassword(password);
      const audit = auditOf(c, parts);
      const token = await parts.db.transaction(async (tx) => {
        const current = await lockUserIfUnchanged(tx, account);
        if (!current) return undefined;
        const change = { passwordHash, now: new Date(parts.nowMs()), audit, action: "user.change-password" as const };
        await changePasswordOf(tx, account.id, change);
        return openSession(parts, tx, current, originOf(c, "password"));
      });
      if (token === undefined) return fail(c, "WRONG_PASSWORD", "The password was just changed by another request.");
      setSessionCookie(c, token, parts.settings.production);
      return ok(c, { email: account.email, role: account.role, token });
    };
  },
);
