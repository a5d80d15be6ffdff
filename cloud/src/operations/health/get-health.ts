import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";

const config = createRoute({
  method: "get",
  path: "/health",
  operationId: "getHealthV1",
  tags: ["Health"],
  summary: "Check whether the process runs",
  responses: { 200: json(successEnvelope(z.object({ status: z.literal("ok") })), "Alive") },
});

export const getHealth = defineRoute("public", config, () => async (c) => ok(c, { status: "ok" as const }));
