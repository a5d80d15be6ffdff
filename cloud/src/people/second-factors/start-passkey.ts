import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { confirmPasswordRequest, passkeyCreation } from "@container-inspection/shared-schemas/second-factors";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { createCurrentPasswordCheck } from "../auth/check-current-password.ts";
import type { Needs } from "../parts.ts";
import { insertChallenge } from "./challenge-store.ts";
import { findFactors, passkeysOf } from "./factor-store.ts";
import { creationOf } from "./passkeys.ts";

const MOST_PASSKEYS = 10;

const config = createRoute({
  method: "post",
  path: "/v1/user/me/second-factors/passkeys/options",
  operationId: "startPasskeyV1",
  tags: ["Users"],
  summary: "Begin to add a passkey",
  description:
    "Returns what `navigator.credentials.create` takes; `POST /v1/user/me/second-factors/passkeys` takes its answer within five minutes. An " +
    "account has at most ten passkeys.",
  request: { body: jsonBody(confirmPasswordRequest) },
  responses: {
    200: json(successEnvelope(passkeyCreation), "What the browser needs to create it"),
    ...errors("VALIDATION_ERROR", "WRONG_PASSWORD", "TOO_MANY_PASSKEYS", "RATE_LIMIT_EXCEEDED", "SERVICE_UNAVAILABLE"),
  },
});

export const startPasskey = defineRoute(
  "operator",
  config,
  (parts: Needs<"settings" | "db" | "rateLimits" | "nowMs">) => {
    const { settings, db, nowMs } = parts;
    const checkCurrentPassword = createCurrentPasswordCheck(parts);
    return async (c) => {
      const checked = await checkCurrentPassword(c, c.req.valid("json").currentPassword);
      if (checked.refusal) return checked.refusal;
      const { id: userId, email } = checked.account;
      const known = passkeysOf(await findFactors(db, userId));
      if (known.length >= MOST_PASSKEYS)
        return fail(c, "TOO_MANY_PASSKEYS", "An account has at most ten passkeys. Remove one first.");
      const now = new Date(nowMs());
      const { token: challenge } = await insertChallenge(db, { purpose: "add-passkey", userId, now });
      return ok(c, await creationOf(settings, { userId, email, challenge, known }));
    };
  },
  { isOpenBeforeSecondFactor: true },
);
