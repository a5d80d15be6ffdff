import { isIP } from "node:net";
import type { ErrorDetail } from "@container-inspection/shared-schemas";
import type { Settings } from "../../platform/settings/settings.ts";
import { isPrivateAddress } from "../../platform/outbound/private-addresses.ts";

/** What is wrong with an address for webhooks, where it shows at once; names are looked up when they are connected to. */
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
    return [{ path: "url", message: "must lead to the public internet (or set WEBHOOK_ALLOW_PRIVATE_ADDRESSES)" }];
  return undefined;
}
