import { loginData, loginRequest } from "@container-inspection/shared-schemas/auth";
import { authEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { auditAsOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { authErrors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, failPending, okAuth } from "../../platform/http/replies.ts";
import { setSessionCookie } from "../auth/session-cookie.ts";
import { findUserByEmail } from "../accounts/user-store.ts";
import { createOriginOf } from "../auth/origin-of.ts";
import { createPasswordVerifier } from "../auth/passwords.ts";
import { recordFailedSignInKind } from "./record-failed-sign-in.ts";
import { signInWithPassword } from "./sign-in-with-password.ts";
import type { SignInParts } from "../parts.ts";

/** Five failed attempts per address in 15 minutes; sign-ins that succeed do not count. */
const rateLimit = { name: "login", points: 5, windowSeconds: 900, counts: "401 only" } as const;

const config = createRoute({
  method: "post",
  path: "/v1/user/auth/email/login",
  operationId: "loginV1",
  tags: ["Sign-in"],
  summary: "Sign in with email and password",
  description:
    "Sets the session cookie `token`; scripts send its value as a bearer token instead. For an account with a second factor the right " +
    "password returns 401 `SECOND_FACTOR_REQUIRED`, which does not count as a failed attempt: `data.secondFactor` holds the challenge that " +
    "`POST /v1/user/auth/second-factor` completes within five minutes.",
  request: { body: jsonBody(loginRequest) },
  responses: {
    200: json(authEnvelope(loginData), "Signed in"),
    ...authErrors("INVALID_CREDENTIALS", "SECOND_FACTOR_REQUIRED", "SERVICE_UNAVAILABLE"),
  },
});

export const login = defineRoute(
  "public",
  config,
  (parts: SignInParts) => {
    const verifyPassword = createPasswordVerifier();
    const originOf = createOriginOf(parts);
    return async (c) => {
      const { email, password } = c.req.valid("json");
      const user = email === undefined ? undefined : await findUserByEmail(parts.db, email.toLowerCase());
      const hash = user?.disabledAt ? null : user?.passwordHash;
      const matches = await verifyPassword(hash, password ?? "");
      if (matches === "busy") {
        c.header("Retry-After", "2");
        return fail(c, "SERVICE_UNAVAILABLE", "Too many users are signing in. Try again in a moment.");
      }
      const sender = { auditAs: auditAsOf(c, parts), origin: originOf(c, "password") };
      const signedIn = user && matches && (await signInWithPassword(parts, user, sender));
      if (!user || !signedIn) {
        c.set("failedSignIn", true);
        const failed = { email: email?.toLowerCase() ?? "", requestId: c.get("requestId") };
        await parts.db.transaction((tx) => parts.jobs.enqueue(tx, recordFailedSignInKind, failed));
        return fail(c, "INVALID_CREDENTIALS", "The email or the password is wrong.");
      }
      if ("pending" in signedIn)
        return failPending(c, "Enter a code of your second factor, or use a passkey.", signedIn.pending);
      const { token } = signedIn;
      setSessionCookie(c, token, parts.settings.production);
      return okAuth(c, "Signed in", { email: user.email, token });
    };
  },
  { rateLimit },
);
