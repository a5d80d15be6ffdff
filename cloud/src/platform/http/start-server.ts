import { once } from "node:events";
import { createServer } from "node:http";
import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { AppEnv } from "./context.ts";
import { lingerForBody } from "./linger.ts";
import { refuseBelowApp, refuseRequest } from "./refuse-below.ts";

export type Server = {
  /** The port it listens on, chosen by the system when 0 was asked for. */
  port: number;
  /**
   * Accepts no further connections, lets pending requests finish for at most `drainMs`, then cuts the remaining ones.
   * Resolves once all connections are closed. Requests whose callers have disconnected are waited for as well: they
   * use the database and the storage, which are closed next.
   */
  stop: (drainMs: number) => Promise<void>;
};

/** 50 MB over 1 Mbit/s take 400 s; slower requests are cut. */
const REQUEST_TIMEOUT_MS = 600_000;
const HEADERS_TIMEOUT_MS = 60_000;
/** Maximum time in ms to wait for a moment without a new connection before the port is closed. */
const CLOSE_MS = 500;
/** A look that took longer is repeated: connections may have arrived after it. */
const QUIET_MS = 0.2;
/** Longer than the 60 s of common load balancers, so that they and not this side end an idle connection. */
const KEEP_ALIVE_MS = 65_000;
/** Load balancers ask these over HTTP/1.0 too, which knows no Host header. */
const PROBES = /^\/(health|ready)(\?|$)/;

/**
 * Serves an app over HTTP/1.1; it is built once the port is known. Rejects when the address cannot be listened on.
 */
export async function startServer(
  createApp: (port: number) => Hono<AppEnv>,
  { port, host, newId }: { port: number; host: string | undefined; newId: () => string },
): Promise<Server> {
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // A request without one is refused below, in the envelope.
    requireHostHeader: false,
  });
  refuseBelowApp(server, newId);
  server.listen({ port, host });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error(`listening on ${address}, which is not a port`);
  const app = createApp(address.port);
  let closing: Promise<void> | undefined;
  const underWay = new Set<Promise<Response>>();
  // A listener for each request, since its error handler does not know which request it is; creating one costs nothing.
  server.on("request", (incoming, outgoing) => {
    const errorHandler = (error: unknown) => {
      lingerForBody(incoming, outgoing);
      return refuseRequest(error, newId(), incoming);
    };
    const answer = async (request: Request) => {
      // No request begins during the closing: the event loop then looks for connections in short turns.
      await closing;
      const reply = await trackIn(underWay, Promise.resolve(app.fetch(request, { incoming, outgoing })));
      // A sender who is too slow is not waited for.
      if (reply.status !== 408) lingerForBody(incoming, outgoing);
      return reply;
    };
    // Bodies that no handler reads are left to linger.ts.
    const options = { errorHandler, autoCleanupIncoming: false };
    const hostname = PROBES.test(incoming.url ?? "") ? { hostname: "localhost" } : {};
    void getRequestListener(answer, { ...options, ...hostname })(incoming, outgoing);
  });
  return {
    port: address.port,
    async stop(drainMs) {
      const closed = once(server, "close");
      closing = untilNoneArrives(server);
      await closing;
      server.close();
      const deadline = delay(drainMs, "cut", { ref: false });
      // Connections kept alive become idle one by one as their last request is answered.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const done = closed.then(() => Promise.allSettled(underWay));
      if ((await Promise.race([done, deadline])) === "cut") server.closeAllConnections();
      await closed;
      clearInterval(idle);
    },
  };
}

/** Keeps work in a set until it has ended. */
async function trackIn<Result>(works: Set<Promise<Result>>, work: Promise<Result>): Promise<Result> {
  works.add(work);
  try {
    return await work;
  } finally {
    works.delete(work);
  }
}

/**
 * Resolves right after the event loop has looked for new connections and found none, or after half a second in which
 * some arrived all the time. The system resets those that wait to be accepted when a port is closed, and a load
 * balancer must not repeat a POST that was cut off like that. What arrives between the look and the close is still
 * reset: deploy/load-balancers describes how to avoid that.
 */
async function untilNoneArrives(server: ReturnType<typeof createServer>): Promise<void> {
  let arrived = 0;
  const count = () => void (arrived += 1);
  server.on("connection", count).on("request", count);
  const endsAtMs = performance.now() + CLOSE_MS;
  for (let isQuiet = false; !isQuiet && performance.now() < endsAtMs;) {
    await delay(1);
    const [before, startedAt] = [arrived, performance.now()];
    await turn();
    isQuiet = arrived === before && performance.now() - startedAt < QUIET_MS;
  }
  server.off("connection", count).off("request", count);
}
