import type { Webhook } from "@container-inspection/shared-schemas/webhooks";
import { missingSettings, type WebhookFormats } from "./webhook-formats.ts";
import type { WebhookRow } from "./webhook-store.ts";

/** A webhook as the audit log has it: without the settings of the service. */
export type RecordedWebhook = Omit<Webhook, "missingSettings">;

/**
 * The part of a webhook that its ETag covers. Since when it fails is left out: an attempt that fails after
 * an administrator has read the webhook is no reason to refuse the administrator's change. So are settings of the
 * service.
 */
export function writtenPart({
  failingSince: _failingSince,
  missingSettings: _missingSettings,
  ...written
}: RecordedWebhook & Partial<Webhook>): Omit<RecordedWebhook, "failingSince"> {
  return written;
}

/** A webhook in replies to administrators, without its secrets. */
export const presentWebhook = (webhook: WebhookRow, formats: WebhookFormats | undefined): Webhook => ({
  ...recordWebhook(webhook),
  missingSettings: missingSettings(webhook.format, formats),
});

/** A webhook for the audit log, without its secrets. */
export function recordWebhook(webhook: WebhookRow): RecordedWebhook {
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
