import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { PictureError } from "../base/pictures/decode-picture.ts";
import type { Logger } from "../base/logger.ts";
import { ScanRefusedError } from "../composition/manual-scans.ts";
import { addAgentRoutes, type AgentRoutesParts } from "./agent-routes.ts";
import { isFromAnotherSite, problem } from "./requests.ts";

export type StatusAppParts = AgentRoutesParts & {
  /** Adds the routes of the technician's page; undefined where it is disabled. */
  addPage: ((app: Hono) => void) | undefined;
  logger: Logger;
};

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * Creates the agent's HTTP interface, for people and programs on the same machine. A page that points its own host
 * name at this address is refused by the Host header; one of another site by the headers that the browser sends about
 * it or, without them, by the content types that writing requests need.
 */
export function createStatusApp({ addPage, logger, ...parts }: StatusAppParts): Hono {
  const app = new Hono();
  app.use(secureHeaders({ strictTransportSecurity: false }));
  app.use(async (context, next) => {
    const host = context.req.header("host") ?? "";
    if (!LOOPBACK.test(host)) return context.json(problem(`"${host}" is not an address of this machine`), 403);
    if (isFromAnotherSite(context, `http://${host}`)) {
      return context.json(problem("requests from pages of other sites are refused"), 403);
    }
    return next();
  });
  addAgentRoutes(app, parts);
  addPage?.(app);
  addFallbacks(app, logger);
  return app;
}

/** Answers unknown paths with 404, refused pictures and scans with 422, and faults with 500 without their cause. */
export function addFallbacks(app: Hono, logger: Logger): void {
  app.notFound((context) => context.json(problem("not found; see /status"), 404));
  app.onError((error, context) => {
    if (error instanceof PictureError || error instanceof ScanRefusedError) {
      return context.json(problem(error.message), 422);
    }
    logger.error({ err: error }, "status request failed");
    return context.json(problem("internal error of the agent; see its log"), 500);
  });
}
