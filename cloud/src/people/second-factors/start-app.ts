import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { confirmPasswordRequest, startedApp } from "@container-inspection/shared-schemas/second-factors";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import { createSecretSeal } from "../../platform/settings/secret-seal.ts";
import { createCurrentPasswordCheck } from "../auth/check-current-password.ts";
import type { Needs } from "../parts.ts";
import { createAppSecret, uriOf } from "./authenticator-app.ts";
import { insertChallenge } from "./challenge-store.ts";

const config = createRoute({
  method: "post",
  path: "/v1/user/me/second-factors/app",
  operationId: "startAuthenticatorAppV1",
  tags: ["Users"],
  summary: "Begin to set up an authenticator app",
  description:
    "Returns the secret for the app, which is stored encrypted and never returned again. Nothing changes before `PUT` on the same path sends " +
    "the first code of the app, within five minutes.",
  request: { body: jsonBody(confirmPasswordRequest) },
  responses: {
    200: json(successEnvelope(startedApp), "The secret for the app"),
    ...errors("VALIDATION_ERROR", "WRONG_PASSWORD", "RATE_LIMIT_EXCEEDED", "SERVICE_UNAVAILABLE"),
  },
});

export const startApp = defineRoute(
  "operator",
  config,
  (parts: Needs<"settings" | "db" | "rateLimits" | "nowMs">) => {
    const checkCurrentPassword = createCurrentPasswordCheck(parts);
    const seal = createSecretSeal(parts.settings.jwtSecret, "authenticator apps");
    return async (c) => {
      const checked = await checkCurrentPassword(c, c.req.valid("json").currentPassword);
      if (checked.refusal) return checked.refusal;
      const { id: userId, email } = checked.account;
      const secret = createAppSecret();
      const sealedSecret = seal.seal(secret, userId);
      const now = new Date(parts.nowMs());
      const { token: enrolment, expiresAt } = await insertChallenge(parts.db, {
        purpose: "add-app",
        userId,
        sealedSecret,
        now,
      });
      return ok(c, { enrolment, secret, uri: uriOf(secret, email), expiresAt: expiresAt.toISOString() });
    };
  },
  { isOpenBeforeSecondFactor: true },
);
