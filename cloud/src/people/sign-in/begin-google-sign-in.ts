import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { authErrors } from "../../platform/http/describe.ts";
import { isFromTrustedOrigin } from "../../platform/http/guards.ts";
import { callbackUrlOf, webAppUrlOf } from "../auth/app-links.ts";
import { refuseSignIn } from "./refuse-sign-in.ts";
import { setFlowCookie } from "./sign-in-flow-cookie.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/user/auth/google",
  operationId: "beginGoogleSignInV1",
  tags: ["Sign-in"],
  summary: "Sign in with Google",
  description:
    "Open this address in a browser. It redirects to the provider and then to the web app, signed in. Errors redirect to the web app's " +
    "sign-in page with `#error=<code>` if the request accepts HTML. A browser that another site sends here is redirected to the sign-in page.",
  responses: {
    302: { description: "To the provider; from another site to the sign-in page" },
    ...authErrors("SIGN_IN_PROVIDER_NOT_CONFIGURED", "SERVICE_UNAVAILABLE"),
  },
});

export const beginGoogleSignIn = defineRoute(
  "public",
  config,
  ({ signInProvider, settings }: Needs<"signInProvider" | "settings">) =>
    async (c) => {
      if (!signInProvider) return refuseSignIn(c, settings, "SIGN_IN_PROVIDER_NOT_CONFIGURED");
      // Another site must not open a session in the name of a user who is signed in at the provider: the user is asked.
      if (c.req.header("Sec-Fetch-Site") === "cross-site" && !isFromTrustedOrigin(c, settings.trustedOrigins))
        return c.redirect(`${webAppUrlOf(settings)}sign-in`, 302);
      const begun = await signInProvider.begin(callbackUrlOf(settings));
      if (begun === "unavailable") return refuseSignIn(c, settings, "SERVICE_UNAVAILABLE");
      await setFlowCookie(c, begun.flow, settings);
      return c.redirect(begun.url, 302);
    },
);
