import type { AppContext } from "../../platform/http/context.ts";
import { fail } from "../../platform/http/replies.ts";
import type { Settings } from "../../platform/settings/settings.ts";
import { webAppUrlOf } from "../auth/app-links.ts";

const MESSAGES = {
  SIGN_IN_PROVIDER_NOT_CONFIGURED: "Sign-in with Google is not configured.",
  SERVICE_UNAVAILABLE: "The sign-in provider is not responding. Try again shortly.",
  SIGN_IN_FAILED: "The sign-in failed or took too long. Start again.",
  INVITE_REQUIRED: "No account or open invite exists for your verified address.",
} as const;

/**
 * Time in seconds after which a retry may succeed, for refusals that end by themselves or by an administrator.
 */
const RETRY_SECONDS: Partial<Record<keyof typeof MESSAGES, number>> = {
  SERVICE_UNAVAILABLE: 30,
  SIGN_IN_PROVIDER_NOT_CONFIGURED: 3_600,
};

/**
 * Refuses a sign-in with the provider: redirects a browser to the web app's sign-in page with the code after the `#`,
 * and returns the error to other clients.
 */
export function refuseSignIn<Code extends keyof typeof MESSAGES>(c: AppContext, settings: Settings, code: Code) {
  c.set("failedSignIn", true);
  const isBrowser = c.req.header("Accept")?.includes("text/html") ?? false;
  if (isBrowser) return c.redirect(`${webAppUrlOf(settings)}sign-in#error=${code}`, 302);
  const retrySeconds = RETRY_SECONDS[code];
  if (retrySeconds !== undefined) c.header("Retry-After", String(retrySeconds));
  return fail(c, code, MESSAGES[code]);
}
