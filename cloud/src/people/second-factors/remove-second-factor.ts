import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { confirmPasswordRequest } from "@container-inspection/shared-schemas/second-factors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, okMessage } from "../../platform/http/replies.ts";
import { createCurrentPasswordCheck } from "../auth/check-current-password.ts";
import type { Needs } from "../parts.ts";
import { lockUserIfUnchanged } from "../accounts/user-store.ts";
import { type ChangeParts, followChange } from "./change-factors.ts";
import { deleteFactor, findFactors } from "./factor-store.ts";
import { findRequiredRoles } from "./policy-store.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/user/me/second-factors/{id}",
  operationId: "removeSecondFactorV1",
  tags: ["Users"],
  summary: "Remove one of the caller's second factors",
  description:
    "With the last one the recovery codes are deleted; where the caller's role requires a second factor, the last one stays (409). The " +
    "other sessions of the caller end, and a notice is mailed.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(confirmPasswordRequest) },
  responses: {
    200: json(messageEnvelope, "It is removed"),
    ...errors("VALIDATION_ERROR", "WRONG_PASSWORD", "SECOND_FACTOR_NOT_FOUND", "LAST_SECOND_FACTOR"),
    ...errors("RATE_LIMIT_EXCEEDED", "SERVICE_UNAVAILABLE"),
  },
});

export const removeSecondFactor = defineRoute("operator", config, (parts: ChangeParts & Needs<"db" | "rateLimits">) => {
  const checkCurrentPassword = createCurrentPasswordCheck(parts);
  return async (c) => {
    const checked = await checkCurrentPassword(c, c.req.valid("json").currentPassword);
    if (checked.refusal) return checked.refusal;
    const { sessionId } = c.get("caller");
    const audit = auditOf(c, parts);
    return parts.db.transaction(async (tx) => {
      const account = await lockUserIfUnchanged(tx, checked.account);
      if (!account) return fail(c, "WRONG_PASSWORD", "The password was just changed by another request.");
      const factors = await findFactors(tx, account.id);
      const removed = factors.find(({ id }) => id === c.req.valid("param").id);
      if (!removed) return fail(c, "SECOND_FACTOR_NOT_FOUND", "You have no second factor with this id.");
      if (factors.length === 1 && (await findRequiredRoles(tx)).includes(account.role))
        return fail(c, "LAST_SECOND_FACTOR", "Your role requires a second factor. Add another one first.");
      await deleteFactor(tx, removed);
      const { id, kind, name } = removed;
      const subject = { type: "user", id: account.id };
      await audit(tx, { action: "user.remove-second-factor", subject, before: { id, kind, name }, after: null });
      await followChange(parts, tx, { account, sessionId });
      return okMessage(c, "Second factor removed.");
    });
  };
});
