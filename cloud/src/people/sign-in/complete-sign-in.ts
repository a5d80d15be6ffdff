import { loginData } from "@container-inspection/shared-schemas/auth";
import { authEnvelope } from "@container-inspection/shared-schemas/errors";
import { completeSignInRequest } from "@container-inspection/shared-schemas/second-factors";
import { createRoute } from "@hono/zod-openapi";
import { auditAsOf } from "../../journal/audit/create-audit.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { authErrors, json, jsonBody } from "../../platform/http/describe.ts";
import { type RateLimitRule, refuseSpent } from "../../platform/http/rate-limit.ts";
import { fail, okAuth } from "../../platform/http/replies.ts";
import { auditSignIn, openSession } from "../auth/open-session.ts";
import { createOriginOf } from "../auth/origin-of.ts";
import { recordFailedSignInKind } from "./record-failed-sign-in.ts";
import { setSessionCookie } from "../auth/session-cookie.ts";
import type { Needs, SignInParts } from "../parts.ts";
import { secondFactorLimit } from "../request-limits.ts";
import { lockActiveUser } from "../accounts/user-store.ts";
import { findChallenge, takeChallenge } from "../second-factors/challenge-store.ts";
import { checkSecondFactor, type SentFactor } from "../second-factors/check-second-factor.ts";

/** Wrong codes of one account, from whatever address: one in three million is right. */
const accountLimits: readonly RateLimitRule[] = [
  { name: "second-factor-account", points: 5, windowSeconds: 900, counts: "401 only" },
  { name: "second-factor-account-day", points: 20, windowSeconds: 86_400, counts: "401 only" },
];

const config = createRoute({
  method: "post",
  path: "/v1/user/auth/second-factor",
  operationId: "completeSignInV1",
  tags: ["Sign-in"],
  summary: "Complete a sign-in with the second factor",
  description:
    "Takes the challenge of a login that returned `SECOND_FACTOR_REQUIRED`, and either `code` (six digits of the authenticator app, or a " +
    "recovery code) or `passkey`. Each code and each challenge works once. Five wrong attempts of an address or of an account within 15 " +
    "minutes, or twenty codes of an account within a day, return 429.",
  request: { body: jsonBody(completeSignInRequest) },
  responses: {
    200: json(authEnvelope(loginData), "Signed in, as after a login"),
    ...authErrors("VALIDATION_ERROR", "INVALID_SECOND_FACTOR", "SIGN_IN_EXPIRED", "RATE_LIMIT_EXCEEDED"),
  },
});

export const completeSignIn = defineRoute(
  "public",
  config,
  (parts: SignInParts & Needs<"rateLimits">) => {
    const originOf = createOriginOf(parts);
    return async (c) => {
      const { challenge: token, ...sent } = c.req.valid("json");
      const pending = { token, purpose: "second-step" as const, now: new Date(parts.nowMs()) };
      const userId = (await findChallenge(parts.db, pending))?.userId;
      if (!userId) return fail(c, "SIGN_IN_EXPIRED", "This sign-in has expired. Start again with your password.");
      const refusal = await takeTurn(parts, c, userId);
      if (refusal) return refusal;
      const signedIn = await parts.db.transaction(async (tx) => {
        const account = await lockActiveUser(tx, userId);
        if (!account || !(await findChallenge(tx, pending))) return undefined;
        const secondFactor = await checkSecondFactor(parts, tx, { userId, challenge: token, ...sent });
        if (!secondFactor) return undefined;
        await takeChallenge(tx, pending);
        await auditSignIn(tx, auditAsOf(c, parts)(account), { userId, method: "password", secondFactor });
        return { account, token: await openSession(parts, tx, account, originOf(c, "password")) };
      });
      if (!signedIn) return refuse(parts, c, { userId, sent });
      for (const limit of accountLimits) await parts.rateLimits.giveBack(limit, userId);
      setSessionCookie(c, signedIn.token, parts.settings.production);
      return okAuth(c, "Signed in", { email: signedIn.account.email, token: signedIn.token });
    };
  },
  { rateLimit: secondFactorLimit },
);

/** Takes an attempt of the account, or refuses: a burst from many addresses gets as few attempts as a slow one. */
async function takeTurn({ rateLimits }: Needs<"rateLimits">, c: AppContext, userId: string) {
  for (const limit of accountLimits) {
    const taken = await rateLimits.take(limit, userId);
    if (!taken.allowed) return refuseSpent(c, limit, taken, "Too many wrong codes. Try again later.");
  }
  return undefined;
}

async function refuse(
  { db, jobs }: SignInParts,
  c: AppContext,
  { userId, sent }: { userId: string; sent: SentFactor },
) {
  c.set("failedSignIn", true);
  const method = sent.passkey ? ("passkey" as const) : ("code" as const);
  const failed = { userId, requestId: c.get("requestId"), method };
  await db.transaction((tx) => jobs.enqueue(tx, recordFailedSignInKind, failed));
  return fail(c, "INVALID_SECOND_FACTOR", "The code or passkey is wrong, or was used before.");
}
