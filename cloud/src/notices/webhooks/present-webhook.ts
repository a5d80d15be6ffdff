import type { Webhook } from "@container-inspection/shared-schemas/webhooks";
import type { WebhookRow } from "./webhook-store.ts";

/**
 * The part of a webhook that its ETag covers. Since when it fails is left out: an attempt that fails after
 * an administrator has read the webhook is no reason to refuse the administrator's change.
 */
export function writtenPart({ failingSince: _failingSince, ...written }: Webhook): Omit<Webhook, "failingSince"> {
  return written;
}

/** A webhook in replies to administrators, without its secrets. */
export function presentWebhook(webhook: WebhookRow): Webhook {
  const { id, url, description, events, format, disabledAt, disabledReason, failingSince, previousSecretEndsAt } =
    webhook;
  return {
    id,
    url,
    description,
    events,
    format,
    enabled: disabledAt === null,
    disabledReason,
    failingSince: failingSince?.toISOString() ?? null,
    previousSecretEndsAt: previousSecretEndsAt?.toISOString() ?? null,
    createdAt: webhook.createdAt.toISOString(),
    updatedAt: webhook.updatedAt.toISOString(),
  };
}
