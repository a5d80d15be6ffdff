import { Hono } from "hono";
import { createFindCaller } from "./auth/find-caller.ts";
import { CONSOLE_FOLDER, serveConsole } from "./console/serve-console.ts";
import { createFindEdgeCaller } from "./edge-devices/find-edge-caller.ts";
import { createBodyRoom } from "./http/body-room.ts";
import { BODY_PACE, type BodyPace } from "./http/body-steps.ts";
import { createLargeJsonChecker } from "./http/check-large-json.ts";
import { createClientAddress } from "./http/client-address.ts";
import type { AppEnv } from "./http/context.ts";
import type { RouteDefinition } from "./http/define-route.ts";
import { createErrorHandler } from "./http/error-handler.ts";
import { createFairQueue } from "./http/fair-queue.ts";
import { createGuards } from "./http/guards.ts";
import { logRequests } from "./http/log-requests.ts";
import { measureRequests } from "./http/measure-requests.ts";
import { mountRoutes } from "./http/mount-routes.ts";
import { createNotFound } from "./http/not-found.ts";
import { oneHost } from "./http/one-host.ts";
import { plainPath } from "./http/plain-path.ts";
import { refuseOutdated } from "./http/refuse-outdated.ts";
import { responseHeaders } from "./http/response-headers.ts";
import { trustedCors } from "./http/trusted-cors.ts";
import type { Parts } from "./parts.ts";
import { createRepeatedLog } from "./repeated-log.ts";
import { routes } from "./routes.ts";

/** Builds the app from its parts; nothing outside them is reached for. */
export function createApp(
  parts: Parts,
  table: readonly RouteDefinition[] = routes,
  { pace = BODY_PACE }: { pace?: BodyPace } = {},
): Hono<AppEnv> {
  const { settings, pools, newId, logger } = parts;
  const guards = createGuards({
    findCaller: createFindCaller({ ...parts, db: pools.people }),
    findEdgeCaller: createFindEdgeCaller({ ...parts, db: pools.edge }),
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
  app.use(refuseOutdated(() => parts.release.refusal() !== undefined));
  mountRoutes(app, table, parts, {
    guards,
    rateLimits: parts.rateLimits,
    bodies: {
      room: createBodyRoom(),
      largeJson: { queue: createFairQueue(), check: createLargeJsonChecker() },
      pace,
    },
    clientAddress: createClientAddress(settings.trustedProxyHops),
  });
  serveConsole(app, CONSOLE_FOLDER, { hasGoogle: parts.signInProvider !== undefined });
  app.notFound(createNotFound(table, guards));
  app.onError(createErrorHandler(createRepeatedLog(logger), parts.release));
  return app;
}
