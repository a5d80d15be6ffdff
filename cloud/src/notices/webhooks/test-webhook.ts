import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { webhookDelivery } from "@container-inspection/shared-schemas/webhooks";
import { createRoute, z } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { traceUnderWay } from "../../platform/traces/traces.ts";
import { refuseUnknownWebhook } from "./change-webhook.ts";
import { presentWebhookDelivery } from "./present-webhook-delivery.ts";
import { insertWebhookDeliveries, type WebhookDeliveryRow } from "./webhook-delivery-store.ts";
import { lockWebhook } from "./webhook-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/admin/webhooks/{id}/test",
  operationId: "testWebhookV1",
  tags: ["Webhooks"],
  summary: "Send a test event of the type `webhook.test` to a webhook",
  description: "The webhook's deliveries show the outcome.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(webhookDelivery), "The delivery, which is pending"),
    ...errors("WEBHOOK_NOT_FOUND", "WEBHOOK_DISABLED"),
  },
});

export const testWebhook = defineRoute(
  "admin",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const { id: webhookId } = c.req.valid("param");
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        const found = await lockWebhook(tx, webhookId);
        if (!found) return refuseUnknownWebhook(c);
        if (found.disabledAt) return fail(c, "WEBHOOK_DISABLED", "The webhook is disabled. Enable it first.");
        const delivery = makeDelivery(newId(), webhookId, new Date(nowMs()));
        await insertWebhookDeliveries(tx, [delivery]);
        const subject = { type: "webhook", id: webhookId };
        await audit(tx, { action: "webhook.test", subject, before: null, after: { deliveryId: delivery.id } });
        return ok(c, presentWebhookDelivery(delivery));
      });
    },
);

function makeDelivery(id: string, webhookId: string, now: Date): WebhookDeliveryRow {
  const type = "webhook.test";
  const payload = JSON.stringify({ type, timestamp: now.toISOString(), data: { webhookId } });
  const untried = { status: "pending" as const, attempts: 0, earlierAttempts: 0, nextAttemptAt: now };
  const unanswered = { lastStatusCode: null, lastError: null, deliveredAt: null };
  return {
    id,
    webhookId,
    type,
    payload,
    traceparent: traceUnderWay()?.traceparent ?? null,
    ...untried,
    ...unanswered,
    createdAt: now,
  };
}
