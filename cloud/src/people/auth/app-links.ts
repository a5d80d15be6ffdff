import type { Settings } from "../../platform/settings/settings.ts";

/** The public address of this service, without a trailing slash. */
function publicUrlOf({ publicUrl, port }: Pick<Settings, "publicUrl" | "port">): string {
  return publicUrl ?? `http://localhost:${port}`;
}

/** The address to which the sign-in provider redirects browsers. */
export function callbackUrlOf(settings: Pick<Settings, "publicUrl" | "port">): string {
  return `${publicUrlOf(settings)}/v1/user/auth/google/callback`;
}

/** The address of the web app, or of this service's own console; ends in a slash. */
export function webAppUrlOf(settings: Pick<Settings, "publicUrl" | "port" | "webAppUrl">): string {
  return settings.webAppUrl === undefined ? `${publicUrlOf(settings)}/app/` : `${settings.webAppUrl}/`;
}

/**
 * The address of a page of the web app that takes a token, such as `https://…/app/invite#token=…`. The token follows
 * the `#`, which browsers do not send: it appears in no log and no Referer.
 */
export function appLink(
  settings: Pick<Settings, "publicUrl" | "port" | "webAppUrl">,
  page: "invite" | "reset-password" | "verify-email",
  token: string,
): string {
  return `${webAppUrlOf(settings)}${page}#token=${token}`;
}
