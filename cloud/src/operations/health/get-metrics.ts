import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/metrics",
  operationId: "getMetricsV1",
  tags: ["Health"],
  summary: "Get the metrics of the process, for Prometheus",
  description:
    "Programs on the same machine, which connect from a loopback address without a proxy, need no token. All others send " +
    "METRICS_TOKEN as a bearer token, and get 403 where it is not set. A bearer token that is sent must be valid.",
  responses: {
    200: {
      description: "Prometheus text format 0.0.4",
      content: { "text/plain": { schema: z.string() } },
    },
  },
});

export const getMetrics = defineRoute("monitoring", config, ({ metrics }: Needs<"metrics">) => async (c) => {
  const { registry } = metrics;
  return c.text(await registry.metrics(), 200, { "Content-Type": registry.contentType });
});
