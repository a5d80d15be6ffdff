import { loginData } from "@container-inspection/shared-schemas/auth";
import { authEnvelope } from "@container-inspection/shared-schemas/errors";
import { passkeySignInRequest, type UsedPasskey } from "@container-inspection/shared-schemas/second-factors";
import { createRoute } from "@hono/zod-openapi";
import { type AuditAs, auditAsOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { authErrors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, okAuth } from "../../platform/http/replies.ts";
import { auditSignIn, openSession } from "../auth/open-session.ts";
import { createOriginOf } from "../auth/origin-of.ts";
import { setSessionCookie } from "../auth/session-cookie.ts";
import type { SessionOrigin } from "../accounts/session-store.ts";
import type { SignInParts } from "../parts.ts";
import { secondFactorLimit } from "../request-limits.ts";
import { lockActiveUser } from "../accounts/user-store.ts";
import { takeChallenge } from "../second-factors/challenge-store.ts";
import { findPasskey, passkeysOf, recordUse } from "../second-factors/factor-store.ts";
import { challengeIn, checkUsedPasskey } from "../second-factors/passkeys.ts";

const config = createRoute({
  method: "post",
  path: "/v1/user/auth/passkey/login",
  operationId: "signInWithPasskeyV1",
  tags: ["Sign-in"],
  summary: "Sign in with a passkey, without a password",
  description:
    "The passkey must have asked for a PIN or a fingerprint, which makes it two factors in one. Five refused attempts of an address within " +
    "15 minutes, here or on `POST /v1/user/auth/second-factor`, return 429.",
  request: { body: jsonBody(passkeySignInRequest) },
  responses: {
    200: json(authEnvelope(loginData), "Signed in, as after a login"),
    ...authErrors("VALIDATION_ERROR", "INVALID_SECOND_FACTOR"),
  },
});

export const signInWithPasskey = defineRoute(
  "public",
  config,
  (parts: SignInParts) => {
    const originOf = createOriginOf(parts);
    return async (c) => {
      const sender = { auditAs: auditAsOf(c, parts), origin: originOf(c, "passkey") };
      const signedIn = await signIn(parts, c.req.valid("json").passkey, sender);
      if (!signedIn) {
        c.set("failedSignIn", true);
        return fail(
          c,
          "INVALID_SECOND_FACTOR",
          "This passkey belongs to no account here, or the sign-in took too long.",
        );
      }
      setSessionCookie(c, signedIn.token, parts.settings.production);
      return okAuth(c, "Signed in", signedIn);
    };
  },
  { rateLimit: secondFactorLimit },
);

async function signIn(
  parts: SignInParts,
  used: UsedPasskey,
  { auditAs, origin }: { auditAs: AuditAs; origin: SessionOrigin },
): Promise<{ email: string; token: string } | undefined> {
  const { settings, db } = parts;
  const challenge = challengeIn(used);
  const owner = (await findPasskey(db, used.id))?.userId;
  if (challenge === undefined || owner === undefined) return undefined;
  return db.transaction(async (tx) => {
    const account = await lockActiveUser(tx, owner);
    // Read again, now that nothing else can use or remove it.
    const factor = await findPasskey(tx, used.id);
    const [known] = factor ? passkeysOf([factor]) : [];
    const now = new Date(parts.nowMs());
    if (!account || !factor || !known) return undefined;
    if (!(await takeChallenge(tx, { token: challenge, purpose: "passkey-sign-in", now }))) return undefined;
    const signCount = await checkUsedPasskey(settings, { used, challenge, known, owner, asksForPin: true });
    if (signCount === undefined) return undefined;
    await recordUse(tx, factor.id, { now, signCount });
    await auditSignIn(tx, auditAs(account), { userId: account.id, method: "passkey" });
    return { email: account.email, token: await openSession(parts, tx, account, origin) };
  });
}
