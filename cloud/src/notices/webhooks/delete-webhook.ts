import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { okMessage } from "../../platform/http/replies.ts";
import { changeWebhook } from "./change-webhook.ts";
import { deleteWebhook as removeWebhook } from "./webhook-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/admin/webhooks/{id}",
  operationId: "deleteWebhookV1",
  tags: ["Webhooks"],
  summary: "Delete a webhook with its deliveries",
  description: "Honours If-Match.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(messageEnvelope, "The webhook is deleted"),
    ...errors("WEBHOOK_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const deleteWebhook = defineRoute("admin", config, (parts: Needs<"db" | "newId" | "nowMs">) => async (c) => {
  const { id } = c.req.valid("param");
  return changeWebhook(c, parts, id, async ({ tx, audit }) => {
    await removeWebhook(tx, id);
    await audit("webhook.delete", null);
    return okMessage(c, "Webhook deleted.");
  });
});
