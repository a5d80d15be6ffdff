import type { Settings } from "../../platform/settings/settings.ts";

/** Where this service is reached from outside, without a trailing slash. */
function publicUrlOf({ publicUrl, port }: Pick<Settings, "publicUrl" | "port">): string {
  return publicUrl ?? `http://localhost:${port}`;
}

/** Where the sign-in provider sends browsers back to. */
export function callbackUrlOf(settings: Pick<Settings, "publicUrl" | "port">): string {
  return `${publicUrlOf(settings)}/v1/user/auth/google/callback`;
}

/** The web app's address, or that of the console this service serves itself; ends in a slash. */
export function webAppUrlOf(settings: Pick<Settings, "publicUrl" | "port" | "webAppUrl">): string {
  return settings.webAppUrl === undefined ? `${publicUrlOf(settings)}/app/` : `${settings.webAppUrl}/`;
}

/**
 * The address of a page of the web app that takes a token, such as `https://…/app/invite#token=…`. The token stands after
 * the `#`, which browsers send to nobody: it is in no log and in no Referer.
 */
export function appLink(
  settings: Pick<Settings, "publicUrl" | "port" | "webAppUrl">,
  page: "invite" | "reset-password" | "verify-email",
  token: string,
): string {
  return `${webAppUrlOf(settings)}${page}#token=${token}`;
}
