import { isIP } from "node:net";
import type { ErrorDetail } from "@container-inspection/shared-schemas";
import type { Settings } from "../../platform/settings/settings.ts";
import { isPrivateAddress } from "../../platform/outbound/private-addresses.ts";

/**
 * Refuses an address that webhooks must not use, as far as it shows in the URL; host names are checked on connecting.
 */
export function refuseUrl(
  url: string | undefined,
  { production, webhookAllowPrivateAddresses }: Pick<Settings, "production" | "webhookAllowPrivateAddresses">,
): ErrorDetail[] | undefined {
  if (url === undefined) return undefined;
  const { protocol, hostname } = new URL(url);
  const address = hostname.replace(/^\[|\]$/g, "");
  const isPrivate = address === "localhost" || (isIP(address) !== 0 && isPrivateAddress(address));
  if (production && protocol !== "https:") return [{ path: "url", message: "must be https in production" }];
  if (isPrivate && !webhookAllowPrivateAddresses)
    return [{ path: "url", message: "must be a public internet address (or set WEBHOOK_ALLOW_PRIVATE_ADDRESSES)" }];
  return undefined;
}
