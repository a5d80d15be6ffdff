import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/metrics",
  operationId: "getMetricsV1",
  tags: ["Health"],
  summary: "The process's counters and measurements, for Prometheus",
  description:
    "Open to this machine without a token: to a caller whose connection comes from a loopback address and through no proxy. Anyone " +
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
