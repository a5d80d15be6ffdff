import { authEnvelope, verifyEmailRequest } from "@container-inspection/shared-schemas";
import { createRoute, z } from "@hono/zod-openapi";
import { auditAsOf } from "../audit/create-audit.ts";
import { defineRoute } from "../http/define-route.ts";
import { authErrors, json, jsonBody } from "../http/describe.ts";
import { fail, okAuth } from "../http/replies.ts";
import { lockUser, markEmailVerified } from "../users/user-store.ts";
import { credentialLimit } from "./credential-limit.ts";
import { takeLinkToken } from "./link-token-store.ts";
import { hashLinkToken } from "./link-token.ts";

const config = createRoute({
  method: "post",
  path: "/v1/user/auth/email/verify",
  operationId: "verifyEmailV1",
  tags: ["Sign-in"],
  summary: "Confirm an email address with the mailed token",
  description: "The token works once.",
  request: { body: jsonBody(verifyEmailRequest) },
  responses: {
    200: json(authEnvelope(z.object({})), "The address is confirmed"),
    ...authErrors("VALIDATION_ERROR", "INVALID_TOKEN"),
  },
});

export const verifyEmail = defineRoute(
  "public",
  config,
  (parts) => async (c) => {
    const tokenHash = hashLinkToken(c.req.valid("json").token);
    const now = new Date(parts.nowMs());
    const auditAs = auditAsOf(c, parts);
    const isConfirmed = await parts.db.transaction(async (tx) => {
      const taken = await takeLinkToken(tx, { tokenHash, purpose: "verify-email", now });
      const account = taken && (await lockUser(tx, taken.userId));
      if (!account) return false;
      await markEmailVerified(tx, account, { audit: auditAs(account), now });
      return true;
    });
    if (!isConfirmed) return fail(c, "INVALID_TOKEN", "This link has expired or was used already.");
    return okAuth(c, "The address is confirmed.", {});
  },
  { rateLimit: credentialLimit },
);
