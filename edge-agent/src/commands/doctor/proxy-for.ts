import type { CloudNetwork } from "../../forwarding/link/open-dispatcher.ts";

/** The proxy through which the client reaches an address; undefined for none. */
export function proxyFor(
  { protocol, hostname, port }: URL,
  { httpProxy, httpsProxy, noProxy }: Pick<CloudNetwork, "httpProxy" | "httpsProxy" | "noProxy">,
): URL | undefined {
  // For https, the proxy for http where only that is set.
  const address = protocol === "https:" ? httpsProxy || httpProxy : httpProxy;
  if (address === "") return undefined;
  const own = port || (protocol === "https:" ? "443" : "80");
  const host = hostname.replaceAll(/[[\]]/g, "").toLowerCase();
  const isExempt = noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const [, name = entry, entryPort] = /^(.+):(\d+)$/.exec(entry.includes("::") ? "" : entry) ?? [];
      const suffix = name.replace(/^\*?\./, "");
      return (entryPort === undefined || entryPort === own) && (host === suffix || host.endsWith(`.${suffix}`));
    });
  return isExempt ? undefined : new URL(address);
}
