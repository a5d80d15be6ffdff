import { authEnvelope, refreshData } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { authErrors, json } from "../../platform/http/describe.ts";
import { fail, okAuth } from "../../platform/http/replies.ts";
import { tokensOf } from "../../platform/http/session-tokens.ts";
import { setSessionCookie } from "./session-cookie.ts";
import { signToken } from "./open-session.ts";
import { rotateToken } from "./session-store.ts";
import type { Needs } from "../parts.ts";

/** How long the replaced token still works, for requests that are under way. */
const GRACE_MS = 10_000;

const config = createRoute({
  method: "get",
  path: "/v1/user/auth/refresh-token",
  operationId: "refreshTokenV1",
  tags: ["Sign-in"],
  summary: "Exchange the session token for a fresh one",
  description:
    "The old token stops working after 10 seconds; presented later, to any route, it ends the session. A session ends 30 days after " +
    "its sign-in.",
  responses: {
    200: json(authEnvelope(refreshData), "The fresh token, also set as cookie"),
    ...authErrors("UNAUTHORIZED"),
  },
});

export const refreshToken = defineRoute(
  "operator",
  config,
  (parts: Needs<"settings" | "db" | "tokens" | "nowMs" | "newId">) => async (c) => {
    const { userId, email, role, sessionId } = c.get("caller");
    const { bearer, cookie } = tokensOf(c);
    const presented = await parts.tokens.verify(bearer ?? cookie ?? "");
    // A second request with the replaced token, within its grace, gets the same newest token id: two tabs do not race.
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
);
