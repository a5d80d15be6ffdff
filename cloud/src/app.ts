import { Hono } from "hono";
import { createFindCaller } from "./people/auth/find-caller.ts";
import { CONSOLE_FOLDER, serveConsole } from "./operations/console/serve-console.ts";
import { createFindEdgeCaller } from "./fleet/edge-devices/find-edge-caller.ts";
import { compressReplies } from "./platform/http/compress-replies.ts";
import { createBodyRoom } from "./platform/http/body-room.ts";
import { BODY_PACE, type BodyPace } from "./platform/http/body-steps.ts";
import { createLargeJsonChecker } from "./platform/http/check-large-json.ts";
import { createClientAddress } from "./platform/http/client-address.ts";
import type { AppEnv } from "./platform/http/context.ts";
import type { RouteDefinition } from "./platform/http/define-route.ts";
import { createErrorHandler } from "./platform/http/error-handler.ts";
import { createFairQueue } from "./platform/http/fair-queue.ts";
import { createGuards } from "./platform/http/guards.ts";
import { limitWrites } from "./platform/http/limit-writes.ts";
import { logRequests } from "./platform/http/log-requests.ts";
import { measureRequests } from "./platform/http/measure-requests.ts";
import { mountRoutes } from "./platform/http/mount-routes.ts";
import { createNotFound } from "./platform/http/not-found.ts";
import { oneHost } from "./platform/http/one-host.ts";
import { plainPath } from "./platform/http/plain-path.ts";
import { refuseOutdated } from "./platform/http/refuse-outdated.ts";
import { responseHeaders } from "./platform/http/response-headers.ts";
import { traceRequests } from "./platform/http/trace-requests.ts";
import { trustedCors } from "./platform/http/trusted-cors.ts";
import type { AppParts, Parts } from "./parts.ts";
import { createRepeatedLog } from "./platform/logging/repeated-log.ts";
import { NO_TRACES } from "./platform/traces/traces.ts";
import { routes } from "./routes.ts";

/** Builds the app from its parts; nothing outside them is reached for. */
export function createApp(
  parts: Parts,
  table: readonly RouteDefinition<AppParts>[] = routes,
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
  if (parts.traces !== NO_TRACES) app.use(traceRequests(parts.traces));
  app.use(logRequests(logger, newId));
  app.use(responseHeaders({ isHttps: settings.production || settings.publicUrl?.startsWith("https:") === true }));
  app.use(compressReplies());
  app.use(oneHost);
  app.use(plainPath);
  app.use(trustedCors(settings.trustedOrigins));
  app.use(refuseOutdated(() => parts.release.refusal() !== undefined));
  const deliver: AppParts["deliver"] = (request, importedFor) => app.fetch(request, { importedFor });
  mountRoutes(
    app,
    table,
    { ...parts, deliver },
    {
      guards,
      rateLimits: parts.rateLimits,
      bodies: {
        room: createBodyRoom(),
        largeJson: { queue: createFairQueue(), check: createLargeJsonChecker() },
        pace,
      },
      writes: limitWrites(settings.databaseConnections.edge),
      clientAddress: createClientAddress(settings.trustedProxyHops),
      replicaReads: parts.metrics.countReplicaRead,
    },
  );
  serveConsole(app, CONSOLE_FOLDER, {
    hasGoogle: parts.signInProvider !== undefined,
    newestEvent: () => parts.events.position(),
  });
  app.notFound(createNotFound(table, guards));
  app.onError(createErrorHandler(createRepeatedLog(logger), parts.release));
  return app;
}
