import { forgotPasswordRequest } from "@container-inspection/shared-schemas/auth";
import { authEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { authErrors, json, jsonBody } from "../../platform/http/describe.ts";
import { okAuth } from "../../platform/http/replies.ts";
import { credentialLimit } from "../request-limits.ts";
import { startPasswordResetKind } from "./start-password-reset.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/user/auth/email/forgot-password",
  operationId: "forgotPasswordV1",
  tags: ["Sign-in"],
  summary: "Request a link to set a new password",
  description: "The response and its timing do not depend on whether the account exists.",
  request: { body: jsonBody(forgotPasswordRequest) },
  responses: {
    200: json(authEnvelope(z.object({})), "A link is emailed if the account exists"),
    ...authErrors("VALIDATION_ERROR"),
  },
});

/**
 * Everything that depends on the account happens in a job, also the audit entry: the request does the same work for
 * every address.
 */
export const forgotPassword = defineRoute(
  "public",
  config,
  (parts: Needs<"db" | "jobs">) => async (c) => {
    const { email } = c.req.valid("json");
    const requestId = c.get("requestId");
    await parts.db.transaction((tx) => parts.jobs.enqueue(tx, startPasswordResetKind, { email, requestId }));
    return okAuth(c, "If there is an account with this address, a link to set a new password is on its way.", {});
  },
  { rateLimit: credentialLimit },
);
