import { refreshData } from "@container-inspection/shared-schemas/auth";
import { authEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { authErrors, json } from "../../platform/http/describe.ts";
import { fail, okAuth } from "../../platform/http/replies.ts";
import { tokensOf } from "../../platform/http/session-tokens.ts";
import { setSessionCookie } from "./session-cookie.ts";
import { signToken } from "./open-session.ts";
import { rotateToken } from "../accounts/session-store.ts";
import { findUserById } from "../accounts/user-store.ts";
import type { Needs } from "../parts.ts";

/** Time in ms for which the replaced token keeps working, for requests that were already sent. */
const GRACE_MS = 10_000;

const config = createRoute({
  method: "get",
  path: "/v1/user/auth/refresh-token",
  operationId: "refreshTokenV1",
  tags: ["Sign-in"],
  summary: "Exchange the session token for a new one",
  description:
    "The old token stops working after 10 seconds; if it is used later, on any route, the session ends. A session ends 30 days after " +
    "its sign-in. The token of a service account lasts as long as it was issued for, and is not exchanged.",
  responses: {
    200: json(authEnvelope(refreshData), "The new token, also set as a cookie"),
    ...authErrors("UNAUTHORIZED", "FORBIDDEN"),
  },
});

export const refreshToken = defineRoute(
  "operator",
  config,
  (parts: Needs<"settings" | "db" | "tokens" | "nowMs" | "newId">) => async (c) => {
    const { userId, email, role, sessionId } = c.get("caller");
    if ((await findUserById(parts.db, userId))?.isService)
      return fail(c, "FORBIDDEN", "A service's token is not exchanged. An administrator issues the next one.");
    const { bearer, cookie } = tokensOf(c);
    const presented = await parts.tokens.verify(bearer ?? cookie ?? "");
    // A second request with the replaced token in its grace period gets the same newest token id: two tabs do not
    // compete.
    const session =
      presented &&
      (await rotateToken(parts.db, {
        sessionId,
        tokenId: presented.jti,
        nextTokenId: parts.newId(),
        now: new Date(parts.nowMs()),
        graceEndsAt: new Date(parts.nowMs() + GRACE_MS),
      }));
    if (!session) return fail(c, "UNAUTHORIZED", "The session has ended. Sign in again.");
    const token = await signToken(parts, session, { id: userId, email, role });
    setSessionCookie(c, token, parts.settings.production);
    return okAuth(c, "Session refreshed", { email, role, token });
  },
  { isOpenBeforeSecondFactor: true },
);
