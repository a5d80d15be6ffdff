import type { ErrorCode } from "@container-inspection/shared-schemas";
import type { Settings } from "../../platform/settings/settings.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { fail } from "../../platform/http/replies.ts";
import { webAppUrlOf } from "./app-links.ts";

/**
 * Refuses a sign-in with the provider: redirects a browser to the web app's sign-in page with the code after the `#`,
 * and returns the error to other clients.
 */
export function refuseSignIn<Code extends ErrorCode>(c: AppContext, settings: Settings, code: Code, message: string) {
  c.set("failedSignIn", true);
  const isBrowser = c.req.header("Accept")?.includes("text/html") ?? false;
  return isBrowser ? c.redirect(`${webAppUrlOf(settings)}sign-in#error=${code}`, 302) : fail(c, code, message);
}
