import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { confirmPasswordRequest, recoveryCodes } from "@container-inspection/shared-schemas/second-factors";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { createCurrentPasswordCheck } from "../auth/check-current-password.ts";
import type { Needs } from "../parts.ts";
import { lockUserIfUnchanged } from "../accounts/user-store.ts";
import { type ChangeParts, followChange, renewRecoveryCodes as renew } from "./change-factors.ts";
import { countRecoveryCodes } from "./factor-store.ts";

const config = createRoute({
  method: "post",
  path: "/v1/user/me/recovery-codes",
  operationId: "renewRecoveryCodesV1",
  tags: ["Users"],
  summary: "Create new recovery codes for the caller",
  description:
    "The earlier codes stop working. The other sessions of the caller end, and a notice is mailed. Without a second factor it returns 409.",
  request: { body: jsonBody(confirmPasswordRequest) },
  responses: {
    200: json(successEnvelope(recoveryCodes), "Ten codes, which are not returned again"),
    ...errors("VALIDATION_ERROR", "WRONG_PASSWORD", "NO_SECOND_FACTOR", "RATE_LIMIT_EXCEEDED", "SERVICE_UNAVAILABLE"),
  },
});

export const renewRecoveryCodes = defineRoute("operator", config, (parts: ChangeParts & Needs<"db" | "rateLimits">) => {
  const checkCurrentPassword = createCurrentPasswordCheck(parts);
  return async (c) => {
    const checked = await checkCurrentPassword(c, c.req.valid("json").currentPassword);
    if (checked.refusal) return checked.refusal;
    const { sessionId } = c.get("caller");
    const audit = auditOf(c, parts);
    return parts.db.transaction(async (tx) => {
      const account = await lockUserIfUnchanged(tx, checked.account);
      if (!account) return fail(c, "WRONG_PASSWORD", "The password was just changed by another request.");
      if (!account.hasSecondFactor)
        return fail(c, "NO_SECOND_FACTOR", "Recovery codes stand in for a second factor. Add one first.");
      const before = { recoveryCodesLeft: await countRecoveryCodes(tx, account.id) };
      const codes = await renew(parts, tx, account.id);
      const after = { recoveryCodesLeft: codes.length, createdAt: new Date(parts.nowMs()).toISOString() };
      const subject = { type: "user", id: account.id };
      await audit(tx, { action: "user.renew-recovery-codes", subject, before, after });
      await followChange(parts, tx, { account, sessionId });
      return ok(c, { recoveryCodes: codes });
    });
  };
});
