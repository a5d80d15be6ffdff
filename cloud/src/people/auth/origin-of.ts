import type { SignedInWith } from "@container-inspection/shared-schemas/sessions";
import { createClientAddress } from "../../platform/http/client-address.ts";
import type { AppContext } from "../../platform/http/context.ts";
import type { Needs } from "../parts.ts";
import type { SessionOrigin } from "../accounts/session-store.ts";

/** Browsers send about 120 characters. */
const MAX_USER_AGENT = 300;

/** Reads where a request that opens a session comes from. */
export function createOriginOf({ settings }: Needs<"settings">) {
  const addressOf = createClientAddress(settings.trustedProxyHops);
  return (c: AppContext, signedInWith: SignedInWith): SessionOrigin => ({
    signedInWith,
    userAgent: c.req.header("User-Agent")?.replaceAll("\0", "").slice(0, MAX_USER_AGENT) ?? null,
    address: addressOf(c),
  });
}
