import { isIPv4, isIPv6 } from "node:net";
import proxyAddr from "proxy-addr";
import type { AppContext } from "./context.ts";

/** Requests that tests hand in without a socket count as coming from this machine. */
const WITHOUT_SOCKET = "127.0.0.1";

/**
 * Whom limits count: the peer of the socket, or the address that `hops` trusted proxies in front saw, taken from the
 * right of X-Forwarded-For. IPv6 addresses count by /64, since one subscriber owns all of it. Lists of sessions show
 * the same address.
 */
export function createClientAddress(hops: number): (c: AppContext) => string {
  return (c) => {
    const incoming = c.env?.incoming;
    const peer = incoming?.socket.remoteAddress ?? WITHOUT_SOCKET;
    if (!incoming) return networkOf(peer) ?? peer;
    const seen = proxyAddr(incoming, (_address, hop) => hop < hops);
    return networkOf(seen) ?? networkOf(peer) ?? peer;
  };
}

/**
 * An IPv4 address and this machine's `::1` as they are, the /64 of another IPv6 address in its short form; undefined
 * for anything else. Ports are dropped.
 */
export function networkOf(text: string): string | undefined {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/^::ffff:(?=\d+\.)/i, "").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  if (isIPv4(address)) return address;
  const [unscoped = ""] = address.split("%");
  if (!isIPv6(unscoped)) return undefined;
  const canonical = shorten(unscoped);
  if (canonical === "::1") return canonical;
  const [head = "", tail] = canonical.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(missing).fill("0"), ...after];
  return `${shorten(`${groups.slice(0, 4).join(":")}::`)}/64`;
}

/** The URL parser writes every IPv6 address in one form, the short one of RFC 5952. */
const shorten = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1);
