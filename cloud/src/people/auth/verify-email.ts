import { verifyEmailRequest } from "@container-inspection/shared-schemas/auth";
import { authEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute, z } from "@hono/zod-openapi";
import { auditAsOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { authErrors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, okAuth } from "../../platform/http/replies.ts";
import { confirmAddress } from "./confirm-address.ts";
import { credentialLimit } from "../request-limits.ts";
import { hashLinkToken } from "./link-token.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/user/auth/email/verify",
  operationId: "verifyEmailV1",
  tags: ["Sign-in"],
  summary: "Confirm an email address with the emailed token",
  description:
    "The token works once. It confirms the account's address, or, if the user has requested a change, sets the address that it was " +
    "sent to and ends all sessions of the account.",
  request: { body: jsonBody(verifyEmailRequest) },
  responses: {
    200: json(authEnvelope(z.object({})), "The address is confirmed"),
    ...authErrors("VALIDATION_ERROR", "INVALID_TOKEN", "ACCOUNT_EXISTS"),
  },
});

export const verifyEmail = defineRoute(
  "public",
  config,
  (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
    const tokenHash = hashLinkToken(c.req.valid("json").token);
    const outcome = await confirmAddress(parts, { tokenHash, auditAs: auditAsOf(c, parts) });
    if (outcome === "unknown") return fail(c, "INVALID_TOKEN", "This link has expired or has already been used.");
    if (outcome === "taken") return fail(c, "ACCOUNT_EXISTS", "Another account has this address now.");
    const message =
      outcome === "changed" ? "The address has been changed. Sign in with it." : "The address is confirmed.";
    return okAuth(c, message, {});
  },
  { rateLimit: credentialLimit },
);
