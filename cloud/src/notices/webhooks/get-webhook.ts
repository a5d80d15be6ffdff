import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { webhook } from "@container-inspection/shared-schemas/webhooks";
import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { answerWebhook, refuseUnknownWebhook } from "./change-webhook.ts";
import { presentWebhook } from "./present-webhook.ts";
import { findWebhook } from "./webhook-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/webhooks/{id}",
  operationId: "getWebhookV1",
  tags: ["Webhooks"],
  summary: "Get a webhook",
  description: "The ETag, for If-Match, covers all but `failingSince` and `missingSettings`.",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(successEnvelope(webhook), "The webhook"), ...errors("WEBHOOK_NOT_FOUND") },
});

export const getWebhook = defineRoute(
  "admin",
  config,
  ({ db, webhookFormats }: Needs<"db" | "webhookFormats">) =>
    async (c) => {
      const found = await findWebhook(db, c.req.valid("param").id);
      if (!found) return refuseUnknownWebhook(c);
      return answerWebhook(c, presentWebhook(found, webhookFormats));
    },
);
