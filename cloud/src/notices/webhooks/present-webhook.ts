import type { Webhook } from "@container-inspection/shared-schemas";
import type { WebhookRow } from "./webhook-store.ts";

/** A webhook in replies to administrators, without its secrets. */
export function presentWebhook(webhook: WebhookRow): Webhook {
  const { id, url, description, events, disabledAt, disabledReason, failingSince, previousSecretEndsAt } = webhook;
  return {
    id,
    url,
    description,
    events,
    enabled: disabledAt === null,
    disabledReason,
    failingSince: failingSince?.toISOString() ?? null,
    previousSecretEndsAt: previousSecretEndsAt?.toISOString() ?? null,
    createdAt: webhook.createdAt.toISOString(),
    updatedAt: webhook.updatedAt.toISOString(),
  };
}
