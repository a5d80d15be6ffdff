import type { webhookDelivery } from "@container-inspection/shared-schemas/webhooks";
import type { z } from "zod";
import type { WebhookDeliveryRow } from "./webhook-delivery-store.ts";

/** A delivery in replies to administrators. */
export function presentWebhookDelivery(delivery: WebhookDeliveryRow): z.infer<typeof webhookDelivery> {
  const { id, type, payload, status, attempts, lastStatusCode, lastError } = delivery;
  return {
    id,
    type,
    payload,
    status,
    attempts,
    lastStatusCode,
    lastError,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
  };
}
