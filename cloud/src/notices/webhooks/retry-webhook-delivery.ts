import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { webhookDelivery } from "@container-inspection/shared-schemas/webhooks";
import { createRoute, z } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { refuseUnknownWebhook } from "./change-webhook.ts";
import { presentWebhookDelivery } from "./present-webhook-delivery.ts";
import { webhookDeliveryStore } from "./webhook-delivery-store.ts";
import { lockWebhook } from "./webhook-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/admin/webhooks/{id}/deliveries/{deliveryId}/retry",
  operationId: "retryWebhookDeliveryV1",
  tags: ["Webhooks"],
  summary: "Retry a failed or waiting delivery now",
  description: "If the attempt fails, others follow for a day, as for a new delivery.",
  request: { params: z.object({ id: z.string(), deliveryId: z.string() }) },
  responses: {
    200: json(successEnvelope(webhookDelivery), "The delivery, which is pending"),
    ...errors("WEBHOOK_NOT_FOUND", "WEBHOOK_DELIVERY_NOT_FOUND", "WEBHOOK_DISABLED", "WEBHOOK_DELIVERED"),
  },
});

export const retryWebhookDelivery = defineRoute(
  "admin",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const { id: webhookId, deliveryId } = c.req.valid("param");
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        const found = await lockWebhook(tx, webhookId);
        if (!found) return refuseUnknownWebhook(c);
        const before = await webhookDeliveryStore.find(tx, deliveryId);
        if (before?.webhookId !== webhookId)
          return fail(c, "WEBHOOK_DELIVERY_NOT_FOUND", "This webhook has no delivery with this id.");
        if (found.disabledAt) return fail(c, "WEBHOOK_DISABLED", "The webhook is disabled. Enable it first.");
        const due = { nextAttemptAt: new Date(nowMs()), earlierAttempts: before.attempts };
        const reopened = await webhookDeliveryStore.reopen(tx, deliveryId, due);
        if (!reopened) return fail(c, "WEBHOOK_DELIVERED", "This event has already been delivered.");
        const { attempts } = reopened;
        const subject = { type: "webhook-delivery", id: deliveryId };
        await audit(tx, { action: "webhook.retry-delivery", subject, before: null, after: { webhookId, attempts } });
        return ok(c, presentWebhookDelivery(reopened));
      });
    },
);
