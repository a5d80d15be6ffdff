import { successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute, z } from "@hono/zod-openapi";
import { isMigrated } from "../db/migrate.ts";
import { defineRoute } from "../http/define-route.ts";
import { errors, json } from "../http/describe.ts";
import { fail, ok } from "../http/replies.ts";

const config = createRoute({
  method: "get",
  path: "/ready",
  operationId: "getReadinessV1",
  tags: ["Health"],
  summary: "The service can do its work: the database answers and has all migrations",
  responses: {
    200: json(successEnvelope(z.object({ status: z.literal("ready") })), "Ready"),
    ...errors("SERVICE_UNAVAILABLE"),
  },
});

export const getReadiness = defineRoute("public", config, (parts) => async (c) => {
  const notReady = (message: string) => {
    c.header("Retry-After", "5");
    return fail(c, "SERVICE_UNAVAILABLE", message);
  };
  try {
    if (await isMigrated(parts.db)) return ok(c, { status: "ready" as const });
    return notReady("The database is not up to date.");
  } catch (error) {
    c.get("logger").warn({ err: error }, "not ready: the database does not answer");
    return notReady("The database does not answer.");
  }
});
