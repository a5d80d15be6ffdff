import { Hono } from "hono";
import { createFindCaller } from "./auth/find-caller.ts";
import { CONSOLE_FOLDER, serveConsole } from "./console/serve-console.ts";
import { createFindEdgeCaller } from "./edge-devices/find-edge-caller.ts";
import { createBodyBudget } from "./http/body-budget.ts";
import { createClientAddress } from "./http/client-address.ts";
import type { AppEnv } from "./http/context.ts";
import type { RouteDefinition } from "./http/define-route.ts";
import { createErrorHandler } from "./http/error-handler.ts";
import { createGuards } from "./http/guards.ts";
import { logRequests } from "./http/log-requests.ts";
import { measureRequests } from "./http/measure-requests.ts";
import { mountRoutes } from "./http/mount-routes.ts";
import { createNotFound } from "./http/not-found.ts";
import { oneHost } from "./http/one-host.ts";
import { plainPath } from "./http/plain-path.ts";
import { responseHeaders } from "./http/response-headers.ts";
import { trustedCors } from "./http/trusted-cors.ts";
import type { Parts } from "./parts.ts";
import { createRepeatedLog } from "./repeated-log.ts";
import { routes } from "./routes.ts";

/** Bytes of request bodies in memory at once: six of the largest edge writes. */
const BODY_BUDGET_BYTES = 314_572_800;

/** Builds the app from its parts; nothing outside them is reached for. */
export function createApp(parts: Parts, table: readonly RouteDefinition[] = routes): Hono<AppEnv> {
  const { settings, newId, logger } = parts;
  const guards = createGuards({
    findCaller: createFindCaller(parts),
    findEdgeCaller: createFindEdgeCaller(parts),
    trustedOrigins: settings.trustedOrigins,
    metricsToken: settings.metricsToken,
    trustedProxyHops: settings.trustedProxyHops,
  });
  const app = new Hono<AppEnv>();
  app.use(measureRequests(parts.metrics.requests));
  app.use(logRequests(logger, newId));
  app.use(responseHeaders({ isHttps: settings.production || settings.publicUrl?.startsWith("https:") === true }));
  app.use(oneHost);
  app.use(plainPath);
  app.use(trustedCors(settings.trustedOrigins));
  mountRoutes(app, table, parts, {
    guards,
    rateLimits: parts.rateLimits,
    bodyBudget: createBodyBudget(BODY_BUDGET_BYTES),
    clientAddress: createClientAddress(settings.trustedProxyHops),
  });
  serveConsole(app, CONSOLE_FOLDER, { hasGoogle: parts.signInProvider !== undefined });
  app.notFound(createNotFound(table, guards));
  app.onError(createErrorHandler(createRepeatedLog(logger)));
  return app;
}
