import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { secureHeaders } from "hono/secure-headers";
import { z } from "zod";
import type { Logger } from "../base/logger.ts";
import { limitBody } from "../status/agent-routes.ts";
import { addFallbacks } from "../status/create-status-app.ts";
import { isFromAnotherSite, isType, problem } from "../status/requests.ts";
import type { AttemptLimits } from "./attempt-limits.ts";
import { MAX_PASSWORD_LENGTH, verifyPassword } from "./password.ts";
import type { Sessions } from "./sessions.ts";

export type RemoteAppParts = {
  /** Adds the agent's routes and the page. */
  addRoutes: (app: Hono) => void;
  sessions: Sessions;
  limits: AttemptLimits;
  /** The hash of the page's password now. */
  passwordHash: () => string | undefined;
  logger: Logger;
};

const COOKIE = "session";
/** The cookie is named __Host-session: no other host, and nothing without TLS, can set it. */
const cookieOptions = { prefix: "host", path: "/", secure: true, httpOnly: true, sameSite: "Strict" } as const;

/** The agent's routes for other machines: over TLS, for who has signed in; only the page's own files are for all. */
export function createRemoteApp({ addRoutes, sessions, limits, passwordHash, logger }: RemoteAppParts): Hono {
  const app = new Hono();
  app.use(secureHeaders({ strictTransportSecurity: false }));
  app.use(async (context, next) => {
    if (isTrusted(context)) return next();
    return context.json(problem("requests from pages of other sites are refused"), 403);
  });
  addSessionRoutes(app, { sessions, limits, passwordHash, logger });
  app.use(async (context, next) => {
    if (isPublic(context) || sessions.isOpen(tokenOf(context), passwordHash())) return next();
    return context.json(problem("sign in first"), 401);
  });
  addRoutes(app);
  addFallbacks(app, logger);
  return app;
}

/** Returns true unless another site caused the request; a change must state its origin, as every browser does. */
function isTrusted(context: Context): boolean {
  const isReading = context.req.method === "GET" || context.req.method === "HEAD";
  if (!isReading && context.req.header("origin") === undefined) return false;
  return !isFromAnotherSite(context, `https://${context.req.header("host") ?? ""}`);
}

const isPublic = ({ req }: Context) => req.method === "GET" && (req.path === "/" || req.path.startsWith("/assets/"));
const tokenOf = (context: Context) => getCookie(context, COOKIE, "host");

function addSessionRoutes(
  app: Hono,
  { sessions, limits, passwordHash, logger }: Omit<RemoteAppParts, "addRoutes">,
): void {
  const signIn = z.strictObject({ password: z.string().max(MAX_PASSWORD_LENGTH) });
  // One at a time: each costs memory and a tenth of a second of a core.
  let isVerifying = false;
  app.post("/session", limitBody(2_000), async (context) => {
    if (!isType(context.req.header("content-type"), "application/json")) {
      return context.json(problem("send JSON with Content-Type: application/json"), 415);
    }
    const body = signIn.safeParse(await context.req.json().catch(() => undefined));
    if (!body.success) return context.json(problem('the body must be such as {"password":"…"}'), 400);
    const address = getConnInfo(context).remote.address ?? "";
    const waitMs = isVerifying ? 1_000 : limits.waitMs(address);
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000);
      context.header("retry-after", `${seconds}`);
      return context.json(problem(`too many attempts: try again in ${seconds} s`), 429);
    }
    isVerifying = true;
    try {
      const hash = passwordHash();
      if (hash === undefined || !(await verifyPassword(body.data.password, hash))) {
        limits.failed(address);
        logger.warn({ address }, "sign-in on the technician's page failed: wrong password");
        return context.json(problem("the password is wrong"), 401);
      }
      limits.succeeded(address);
      logger.info({ address }, "signed in on the technician's page");
      setCookie(context, COOKIE, sessions.open(hash), cookieOptions);
      return context.json({});
    } finally {
      isVerifying = false;
    }
  });
  app.delete("/session", (context) => {
    const token = tokenOf(context);
    if (token !== undefined) sessions.close(token);
    deleteCookie(context, COOKIE, cookieOptions);
    return context.json({});
  });
}
