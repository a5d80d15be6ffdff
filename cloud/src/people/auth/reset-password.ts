import { resetPasswordRequest } from "@container-inspection/shared-schemas/auth";
import { authEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute, z } from "@hono/zod-openapi";
import { type AuditAs, auditAsOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { authErrors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, okAuth } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { lockActiveUser, markEmailVerified } from "../accounts/user-store.ts";
import { changePasswordOf } from "./change-password-of.ts";
import { credentialLimit } from "../request-limits.ts";
import { findLinkToken, takeLinkToken } from "./link-token-store.ts";
import { hashLinkToken } from "./link-token.ts";
import { hashPassword } from "./passwords.ts";

const config = createRoute({
  method: "put",
  path: "/v1/user/auth/email/change-password",
  operationId: "changePasswordV1",
  tags: ["Sign-in"],
  summary: "Set a new password with the emailed token",
  description: "The token works once. All sessions of the account end; second factors stay.",
  request: { body: jsonBody(resetPasswordRequest) },
  responses: {
    200: json(authEnvelope(z.object({})), "The new password is set"),
    ...authErrors("VALIDATION_ERROR", "INVALID_TOKEN"),
  },
});

export const resetPassword = defineRoute(
  "public",
  config,
  (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
    const { token, password } = c.req.valid("json");
    const isSet = await setNewPassword(parts, {
      tokenHash: hashLinkToken(token),
      password,
      auditAs: auditAsOf(c, parts),
    });
    if (!isSet) return fail(c, "INVALID_TOKEN", "This link has expired or has already been used. Request a new one.");
    return okAuth(c, "The new password is set. Sign in with it.", {});
  },
  { rateLimit: credentialLimit },
);

/**
 * False if the token is unknown, used or expired, or its account disabled. Only a valid token causes a password hash.
 */
async function setNewPassword(
  { db, nowMs }: Needs<"db" | "nowMs">,
  { tokenHash, password, auditAs }: { tokenHash: string; password: string; auditAs: AuditAs },
): Promise<boolean> {
  const now = new Date(nowMs());
  const wanted = { tokenHash, purpose: "password-reset" as const, now };
  const found = await findLinkToken(db, wanted);
  if (!found) return false;
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    // Locks the account first: otherwise two tokens of one account could deadlock.
    const account = await lockActiveUser(tx, found.userId);
    if (!account || !(await takeLinkToken(tx, wanted))) return false;
    const audit = auditAs(account);
    await changePasswordOf(tx, account.id, { passwordHash, now, audit, action: "user.reset-password" });
    // A user with the emailed token can read the emails of that address.
    await markEmailVerified(tx, account, { audit, now });
    return true;
  });
}
