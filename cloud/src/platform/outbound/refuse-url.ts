import { isIP } from "node:net";
import type { ErrorDetail } from "@container-inspection/shared-schemas/errors";
import type { Settings } from "../settings/settings.ts";
import { isPrivateAddress } from "./private-addresses.ts";

type Place = {
  /** The field of the body. */
  path: string;
  /**
   * True if plain http is refused outside of production as well, except where private addresses are allowed.
   */
  isHttpsOnly?: boolean;
};

/**
 * Refuses an address that this service must not send to for a caller, as far as it shows in the URL; host names are
 * checked on connecting.
 */
export function refuseUrl(
  url: string | undefined,
  { production, webhookAllowPrivateAddresses }: Pick<Settings, "production" | "webhookAllowPrivateAddresses">,
  { path, isHttpsOnly = false }: Place = { path: "url" },
): ErrorDetail[] | undefined {
  if (url === undefined) return undefined;
  const { protocol, hostname } = new URL(url);
  const address = hostname.replace(/^\[|\]$/g, "");
  const isPrivate = address === "localhost" || (isIP(address) !== 0 && isPrivateAddress(address));
  if (protocol !== "https:") {
    if (production) return [{ path, message: "must be https in production" }];
    if (isHttpsOnly && !webhookAllowPrivateAddresses) return [{ path, message: "must be https" }];
  }
  if (isPrivate && !webhookAllowPrivateAddresses)
    return [{ path, message: "must be a public internet address (or set WEBHOOK_ALLOW_PRIVATE_ADDRESSES)" }];
  return undefined;
}
