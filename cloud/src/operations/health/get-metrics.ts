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
    "Without a token, open to programs on the same machine: connections from a loopback address that no proxy forwarded. Anyone " +
    "else sends METRICS_TOKEN as a bearer; where that is not set, they get 403. A bearer that is sent must be right.",
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
