import { changeEmailRequest, emailChangeData } from "@container-inspection/shared-schemas/auth";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { refuseSpent } from "../../platform/http/rate-limit.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { findUserByEmail, lockUserIfUnchanged } from "../accounts/user-store.ts";
import { createCurrentPasswordCheck } from "./check-current-password.ts";
import { emailChangeLimit, startEmailChange } from "./start-email-change.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/user/me/email",
  operationId: "changeOwnEmailV1",
  tags: ["Users"],
  summary: "Request a change of the email address",
  description:
    "Emails a link to the new address, which works once, for 24 hours, and a notice to the old address. The address changes when " +
    "`POST /v1/user/auth/email/verify` receives the link's token; then all sessions end and existing links stop working. A further " +
    "request, at most five per hour, replaces the link; a new password cancels the change. Users without a password must set one " +
    "first with forgot-password. An address that has an account is reported as taken (409).",
  request: { body: jsonBody(changeEmailRequest) },
  responses: {
    200: json(successEnvelope(emailChangeData), "The link was emailed; the address is unchanged"),
    ...errors("VALIDATION_ERROR", "WRONG_PASSWORD", "ACCOUNT_EXISTS", "RATE_LIMIT_EXCEEDED", "SERVICE_UNAVAILABLE"),
  },
});

export const changeEmail = defineRoute(
  "operator",
  config,
  (parts: Needs<"settings" | "db" | "jobs" | "rateLimits" | "nowMs" | "newId">) => {
    const checkCurrentPassword = createCurrentPasswordCheck(parts);
    return async (c) => {
      const { email: newEmail, currentPassword } = c.req.valid("json");
      const checked = await checkCurrentPassword(c, currentPassword);
      if (checked.refusal) return checked.refusal;
      const { account } = checked;
      const audit = auditOf(c, parts);
      return parts.db.transaction(async (tx) => {
        const current = await lockUserIfUnchanged(tx, account);
        if (!current) return fail(c, "WRONG_PASSWORD", "The password was just changed by another request.");
        if (await findUserByEmail(tx, newEmail))
          return fail(c, "ACCOUNT_EXISTS", `An account with the address ${newEmail} already exists.`);
        const linkExpiresAt = await startEmailChange(parts, tx, { account: current, newEmail, audit });
        if (!linkExpiresAt) {
          const spent = { remaining: 0, resetMs: emailChangeLimit.windowSeconds * 1_000 };
          const message = "Too many requests for a change of the address. Try again in an hour.";
          return refuseSpent(c, emailChangeLimit, spent, message);
        }
        return ok(c, { email: current.email, newEmail, linkExpiresAt: linkExpiresAt.toISOString() });
      });
    };
  },
);
