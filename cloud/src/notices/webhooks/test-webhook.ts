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
import { refuseFormat } from "./webhook-formats.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/admin/webhooks/{id}/test",
  operationId: "testWebhookV1",
  tags: ["Webhooks"],
  summary: "Send a test event of the type `webhook.test` to a webhook",
  description:
    "The webhook's deliveries show the outcome. In the formats of terminal systems, the test is a delivery without events.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(webhookDelivery), "The delivery, which is pending"),
    ...errors("VALIDATION_ERROR", "WEBHOOK_NOT_FOUND", "WEBHOOK_DISABLED"),
  },
});

export const testWebhook = defineRoute(
  "admin",
  config,
  ({ db, webhookFormats, newId, nowMs }: Needs<"db" | "webhookFormats" | "newId" | "nowMs">) =>
    async (c) => {
      const { id: webhookId } = c.req.valid("param");
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        const found = await lockWebhook(tx, webhookId);
        if (!found) return refuseUnknownWebhook(c);
        if (found.disabledAt) return fail(c, "WEBHOOK_DISABLED", "The webhook is disabled. Enable it first.");
        const refused = refuseFormat(found.format, webhookFormats);
        if (refused) return fail(c, "VALIDATION_ERROR", "This service does not write the webhook's format.", refused);
        const now = new Date(nowMs());
        const own = { type: TEST, timestamp: now.toISOString(), data: { webhookId } };
        // In the format of a terminal system, a test is a delivery without events.
        const payload =
          found.format === "live-events" || !webhookFormats
            ? JSON.stringify(own)
            : (await webhookFormats[found.format](tx, [])).body;
        const delivery = makeDelivery({ id: newId(), webhookId, payload, now });
        await insertWebhookDeliveries(tx, [delivery]);
        const subject = { type: "webhook", id: webhookId };
        await audit(tx, { action: "webhook.test", subject, before: null, after: { deliveryId: delivery.id } });
        return ok(c, presentWebhookDelivery(delivery));
      });
    },
);

const TEST = "webhook.test";

function makeDelivery({
  now,
  ...made
}: Pick<WebhookDeliveryRow, "id" | "webhookId" | "payload"> & { now: Date }): WebhookDeliveryRow {
  const untried = { status: "pending" as const, attempts: 0, earlierAttempts: 0, nextAttemptAt: now };
  const unanswered = { lastStatusCode: null, lastError: null, deliveredAt: null };
  return {
    ...made,
    type: TEST,
    traceparent: traceUnderWay()?.traceparent ?? null,
    ...untried,
    ...unanswered,
    createdAt: now,
  };
}
