import { authEnvelope } from "@container-inspection/shared-schemas/errors";
import { passkeyRequest } from "@container-inspection/shared-schemas/second-factors";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { authErrors, json } from "../../platform/http/describe.ts";
import { okAuth } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { passkeyLimit } from "../request-limits.ts";
import { insertChallenge } from "../second-factors/challenge-store.ts";
import { requestOf } from "../second-factors/passkeys.ts";

const config = createRoute({
  method: "post",
  path: "/v1/user/auth/passkey/options",
  operationId: "beginPasskeySignInV1",
  tags: ["Sign-in"],
  summary: "Begin a sign-in with a passkey, without a password",
  description:
    "Returns what `navigator.credentials.get` takes; `POST /v1/user/auth/passkey/login` takes its answer within five minutes.",
  responses: { 200: json(authEnvelope(passkeyRequest), "The challenge to sign"), ...authErrors() },
});

export const beginPasskeySignIn = defineRoute(
  "public",
  config,
  (parts: Needs<"settings" | "db" | "nowMs">) => async (c) => {
    const now = new Date(parts.nowMs());
    const challenge = await insertChallenge(parts.db, { purpose: "passkey-sign-in", userId: null, now });
    return okAuth(c, "Use a passkey of your account.", await requestOf(parts.settings, { challenge: challenge.token }));
  },
  { rateLimit: passkeyLimit },
);
