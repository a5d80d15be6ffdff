import { errorEnvelope, successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json } from "../../platform/http/describe.ts";
import { failWithData, ok } from "../../platform/http/replies.ts";
import { counts, createReadiness } from "./readiness.ts";
import type { Needs } from "../parts.ts";

const checks = z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() }));
const notReady = errorEnvelope.and(z.object({ data: z.object({ status: z.literal("not-ready"), checks }) }));

const config = createRoute({
  method: "get",
  path: "/ready",
  operationId: "getReadinessV1",
  tags: ["Health"],
  summary: "Check whether the service is ready",
  description:
    "Checks `database` (accepts writes, answers within 2 s), `migrations` (all that this build needs) and `draining` (the process is " +
    "not stopping). `storage` (pictures can be written), `tracking-database` and `read-replica` (if there is one) and `ai-service` are reported but not counted: all " +
    "replicas share them, and a replica without them still serves everything else.",
  responses: {
    200: json(successEnvelope(z.object({ status: z.literal("ready"), checks })), "Ready"),
    503: json(notReady, "`SERVICE_UNAVAILABLE`: at least one check failed"),
  },
});

export const getReadiness = defineRoute(
  "public",
  config,
  (
    parts: Needs<"release" | "pools" | "tracking" | "replica" | "storage" | "ai" | "isDraining" | "logger" | "nowMs">,
  ) => {
    const look = createReadiness(parts);
    return async (c) => {
      const { ready, checks: found } = await look();
      if (ready) return ok(c, { status: "ready" as const, checks: found });
      c.header("Retry-After", "5");
      const failed = found.filter((check) => !check.ok && counts(check));
      const message = failed.map(({ detail }) => detail).join(" ");
      return failWithData(c, "SERVICE_UNAVAILABLE", message, { status: "not-ready" as const, checks: found });
    };
  },
);
