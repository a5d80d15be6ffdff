import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { authErrors } from "../../platform/http/describe.ts";
import { callbackUrlOf } from "./app-links.ts";
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
    "For a browser to go to. It ends at the web app, signed in. Errors lead to the web app's sign-in page, with " +
    "`#error=<code>`, when the request accepts HTML.",
  responses: {
    302: { description: "To the provider" },
    ...authErrors("SIGN_IN_PROVIDER_NOT_CONFIGURED", "SERVICE_UNAVAILABLE"),
  },
});

export const beginGoogleSignIn = defineRoute(
  "public",
  config,
  ({ signInProvider, settings }: Needs<"signInProvider" | "settings">) =>
    async (c) => {
      if (!signInProvider)
        return refuseSignIn(c, settings, "SIGN_IN_PROVIDER_NOT_CONFIGURED", "Sign-in with Google is not set up here.");
      const begun = await signInProvider.begin(callbackUrlOf(settings));
      if (begun === "away")
        return refuseSignIn(
          c,
          settings,
          "SERVICE_UNAVAILABLE",
          "The sign-in provider does not answer. Try again shortly.",
        );
      setFlowCookie(c, begun.flow, settings.production);
      return c.redirect(begun.url, 302);
    },
);
