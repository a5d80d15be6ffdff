import { refreshData, registerRequest } from "@container-inspection/shared-schemas/auth";
import { authEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { auditAsOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { authErrors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, okAuth } from "../../platform/http/replies.ts";
import { createOriginOf } from "../auth/origin-of.ts";
import { setSessionCookie } from "../auth/session-cookie.ts";
import { acceptWithPassword } from "../invites/accept-with-password.ts";
import { credentialLimit } from "../request-limits.ts";
import type { SignInParts } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/user/auth/email/register",
  operationId: "registerV1",
  tags: ["Sign-in"],
  summary: "Accept an invite: create the account and sign in",
  description: "Registration is not open: without the token of an open invite it returns 403.",
  request: { body: jsonBody(registerRequest) },
  responses: {
    200: json(authEnvelope(refreshData), "Signed in; the token is also set as a cookie"),
    ...authErrors("VALIDATION_ERROR", "INVITE_REQUIRED"),
  },
});

export const register = defineRoute(
  "public",
  config,
  (parts: SignInParts) => async (c) => {
    const { token: inviteToken = "", ...person } = c.req.valid("json");
    const sender = { auditAs: auditAsOf(c, parts), origin: createOriginOf(parts)(c, "password") };
    const accepted = await acceptWithPassword(parts, inviteToken, { ...person, ...sender });
    if (accepted.outcome !== "accepted")
      return fail(c, "INVITE_REQUIRED", "Accounts are created by invite only. Ask an administrator for a new invite.");
    const { account, token } = accepted;
    setSessionCookie(c, token, parts.settings.production);
    return okAuth(c, "Welcome", { email: account.email, role: account.role, token });
  },
  { rateLimit: credentialLimit },
);
