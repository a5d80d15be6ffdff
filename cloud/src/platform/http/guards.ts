import type { Role } from "@container-inspection/shared-schemas/roles";
import type { AppContext, Caller, EdgeCaller, Guard } from "./context.ts";
import type { Access } from "./define-route.ts";
import { monitoringGuard, type MonitoringParts } from "./monitoring-guard.ts";
import { fail } from "./replies.ts";
import { tokensOf } from "./session-tokens.ts";

/** The guard of every access that a route can have. */
export type Guards = Record<Access, Guard>;

export type GuardParts = MonitoringParts & {
  /** The person whose valid session token this is. */
  findCaller: (token: string, requestId: string) => Promise<Caller | undefined>;
  /** The device or the shared key that this edge key belongs to; undefined if it is not valid. */
  findEdgeCaller: (key: string) => Promise<EdgeCaller | undefined>;
  /** Origins that may write with a session cookie, compared exactly. */
  trustedOrigins: readonly string[];
};

const rank: Record<Role, number> = { operator: 1, supervisor: 2, admin: 3 };

/** Builds the guards; whom they look up is handed in, so that nothing here knows a table. */
export function createGuards(parts: GuardParts): Guards {
  return {
    public: async () => undefined,
    operator: personGuard("operator", parts),
    supervisor: personGuard("supervisor", parts),
    admin: personGuard("admin", parts),
    edge: edgeGuard(parts),
    monitoring: monitoringGuard(parts),
  };
}

function personGuard(least: Role, { findCaller, trustedOrigins }: GuardParts): Guard {
  return async (c) => {
    const { bearer, cookie } = tokensOf(c);
    const token = bearer ?? cookie;
    const caller = token ? await findCaller(token, c.get("requestId")) : undefined;
    if (!caller) {
      c.header("WWW-Authenticate", "Bearer");
      return fail(c, "UNAUTHORIZED", "Sign in first: the session token is missing, invalid or expired.");
    }
    if (bearer === undefined && isWrite(c.req.method) && !isFromTrustedOrigin(c, trustedOrigins))
      return fail(c, "UNTRUSTED_ORIGIN", "Forbidden: untrusted request origin");
    if (rank[caller.role] < rank[least]) return fail(c, "FORBIDDEN", `This needs the role ${least}.`);
    c.set("caller", caller);
    return undefined;
  };
}

const isWrite = (method: string) => !["GET", "HEAD", "OPTIONS"].includes(method);

/** `Origin` decides where it is sent; without it the origin of `Referer` does; without both nothing is trusted. */
export function isFromTrustedOrigin(c: AppContext, trustedOrigins: readonly string[]): boolean {
  const referer = c.req.header("Referer");
  const origin = c.req.header("Origin") ?? (referer && originOfPage(referer));
  return origin !== undefined && trustedOrigins.includes(origin);
}

/** The origin of a page that a server sent; the address of a `blob:` names one too, and anybody can make one. */
function originOfPage(address: string): string | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

function edgeGuard({ findEdgeCaller }: GuardParts): Guard {
  return async (c) => {
    const imported = c.env?.importedFor;
    if (imported) {
      c.set("edgeCaller", imported);
      return undefined;
    }
    const key = edgeKeyOf(c);
    if (!key) {
      c.header("WWW-Authenticate", "ApiKey");
      return fail(c, "MISSING_API_KEY", "Send the edge API key in the header X-API-Key.");
    }
    const caller = await findEdgeCaller(key);
    if (caller) {
      c.set("edgeCaller", caller);
      return undefined;
    }
    c.header("WWW-Authenticate", "ApiKey");
    return fail(c, "INVALID_API_KEY", "The edge API key is invalid or has been revoked.");
  };
}

/** X-API-Key decides where it is sent; another scheme than Bearer counts as no key. */
function edgeKeyOf(c: AppContext): string | undefined {
  return c.req.header("X-API-Key") ?? tokensOf(c).bearer;
}
