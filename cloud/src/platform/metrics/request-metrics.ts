import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/**
 * A request that was answered. `route` is a template such as `/v1/containers/{id}`: addresses would be without number.
 */
type AnsweredRequest = {
  method: string;
  route: string;
  status: number;
  seconds: number;
  /** The first reply to its Idempotency-Key was given again. */
  replayed: boolean;
  /** It was a sign-in that did not succeed. */
  failedSignIn: boolean;
  /** It was refused, since its caller holds too much room for bodies, or too many devices send. */
  refusedRoom: boolean;
};

export type RequestMetrics = { begin: () => void; end: (request: AnsweredRequest) => void };

/** Bounds of the buckets, from fast reads to the largest bodies over slow links. */
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600];
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The route of a scan gives its type and its source; frames of a stream are kept only when something was found. */
const SCAN_ROUTE = /^\/v1\/(edge\/)?containers\/\{\w+\}\/scans\/(category|defect|illegal)(\/stream)?$/;

/** The metrics that every request is counted in; `begin` and `end` belong together. */
export function createRequestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry];
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "From the request's headers to its answer, body included, by route template and status",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const inFlight = new Gauge({ name: "http_requests_in_flight", help: "Requests not answered yet", registers });
  const limited = new Counter({
    name: "http_requests_limited_total",
    help: "Requests refused with 429 by a rate limit",
    labelNames: ["route"],
    registers,
  });
  const scans = new Counter({
    name: "cloud_scans_total",
    help: "Scans recorded, by type and source: edge, user or stream",
    labelNames: ["type", "source"],
    registers,
  });
  const replayed = new Counter({
    name: "cloud_receipts_replayed_total",
    help: "Edge writes that were sent again and got their first reply",
    labelNames: ["route"],
    registers,
  });
  const failedSignIns = new Counter({
    name: "cloud_sign_ins_failed_total",
    help: "Sign-ins that were refused: wrong email or password, or an identity that the provider or this service did not accept",
    labelNames: ["route"],
    registers,
  });
  const refusedBodies = new Counter({
    name: "http_request_bodies_refused_total",
    help: "Requests refused with 503 because bodies of their caller already hold its share of memory, or too many devices send",
    labelNames: ["route"],
    registers,
  });
  return {
    begin: () => inFlight.inc(),
    end(request) {
      inFlight.dec();
      const { route, status, seconds } = request;
      const method = METHODS.has(request.method) ? request.method : "other";
      durations.observe({ method, route, status: String(status) }, seconds);
      if (status === 429) limited.inc({ route });
      if (request.failedSignIn) failedSignIns.inc({ route });
      if (request.refusedRoom) refusedBodies.inc({ route });
      if (request.replayed) return replayed.inc({ route });
      const [, edge, type, stream] = method === "POST" && status === 200 ? (SCAN_ROUTE.exec(route) ?? []) : [];
      if (type !== undefined) scans.inc({ type, source: edge ? "edge" : stream ? "stream" : "user" });
    },
  };
}
