import { acceptInviteRequest, refreshData } from "@container-inspection/shared-schemas/auth";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute, z } from "@hono/zod-openapi";
import { auditAsOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { createOriginOf } from "../auth/origin-of.ts";
import { setSessionCookie } from "../auth/session-cookie.ts";
import { acceptWithPassword } from "./accept-with-password.ts";
import { inviteLimit } from "../request-limits.ts";
import type { SignInParts } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/invites/{token}/accept",
  operationId: "acceptInviteV1",
  tags: ["Invites"],
  summary: "Accept an invite: create the account and sign in",
  request: { params: z.object({ token: z.string() }), body: jsonBody(acceptInviteRequest) },
  responses: {
    200: json(successEnvelope(refreshData), "Signed in; the token is also set as a cookie"),
    ...errors("VALIDATION_ERROR", "INVITE_NOT_FOUND", "INVITE_GONE"),
  },
});

export const acceptInvite = defineRoute(
  "public",
  config,
  (parts: SignInParts) => async (c) => {
    const sender = { auditAs: auditAsOf(c, parts), origin: createOriginOf(parts)(c, "password") };
    const person = { ...c.req.valid("json"), ...sender };
    const accepted = await acceptWithPassword(parts, c.req.valid("param").token, person);
    if (accepted.outcome === "unknown")
      return fail(c, "INVITE_NOT_FOUND", "Invite not found. Check that the link is complete.");
    if (accepted.outcome === "closed")
      return fail(c, "INVITE_GONE", "This invite has been used or revoked, or has expired. Ask for a new one.");
    const { account, token } = accepted;
    setSessionCookie(c, token, parts.settings.production);
    return ok(c, { email: account.email, role: account.role, token });
  },
  { rateLimit: inviteLimit },
);
