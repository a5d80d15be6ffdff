import { isIP } from "node:net";
import type { AppContext, Guard } from "./context.ts";
import { equalSecrets } from "./equal-secrets.ts";
import { fail } from "./replies.ts";
import { tokensOf } from "./session-tokens.ts";

/** Headers by which proxies name the client they forward for. */
const PROXY_HEADERS = ["X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via"];

const WITHOUT_TOKEN =
  "While METRICS_TOKEN is not set, this is open to programs on the machine of the service only, and not through a proxy.";

export type MonitoringParts = {
  /** Undefined refuses all callers from outside this machine. */
  metricsToken: string | undefined;
  /** Above 0, every connection comes from a proxy, however near. */
  trustedProxyHops: number;
};

/** Lets programs on this machine pass, and others that send the token. A token that is sent decides alone. */
export function monitoringGuard({ metricsToken, trustedProxyHops }: MonitoringParts): Guard {
  return async (c) => {
    const { bearer } = tokensOf(c);
    if (bearer === undefined && trustedProxyHops === 0 && comesFromThisMachine(c)) return undefined;
    if (metricsToken === undefined) return fail(c, "FORBIDDEN", WITHOUT_TOKEN);
    if (bearer !== undefined && equalSecrets(bearer, metricsToken)) return undefined;
    c.header("WWW-Authenticate", "Bearer");
    return fail(c, "UNAUTHORIZED", "Send METRICS_TOKEN as a bearer token.");
  };
}

/** The names by which programs on a machine reach it. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * True when the socket's other end is a loopback address, no header indicates that the request was forwarded, and the
 * request was sent to a loopback name: a page in a browser on this machine may resolve its own name to this address
 * (DNS rebinding).
 */
function comesFromThisMachine(c: AppContext): boolean {
  const peer = (c.env?.incoming?.socket.remoteAddress ?? "").replace(/^::ffff:/i, "");
  const isLoopback = peer === "::1" || (isIP(peer) === 4 && peer.startsWith("127."));
  const isSentHere = LOOPBACK_HOST.test(c.req.header("Host") ?? "");
  return isLoopback && isSentHere && PROXY_HEADERS.every((name) => c.req.header(name) === undefined);
}
