import type { ErrorDetail } from "@container-inspection/shared-schemas/errors";
import type { WebhookFormat } from "@container-inspection/shared-schemas/trade-events";
import type { FoundEvent } from "../../journal/events/event-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";

/** Writes the body of a delivery, with how many events of the format are in it. */
type WriteBody = (
  db: DatabaseOrTransaction,
  entries: readonly FoundEvent[],
) => Promise<{ count: number; body: string }>;

/** The formats of webhooks beside our own events: what writes the body of each. */
export type WebhookFormats = Record<Exclude<WebhookFormat, "live-events">, WriteBody>;

/**
 * The settings that a format needs and the service does not have. While some are missing, events pass without a
 * delivery.
 */
export const missingSettings = (format: WebhookFormat, formats: WebhookFormats | undefined): string[] =>
  format === "live-events" || formats ? [] : ["TRADE_PARTY", "TRADE_LOCATION"];

/** The details of a format that this service does not write; undefined for one that it does. */
export function refuseFormat(format: WebhookFormat, formats: WebhookFormats | undefined): ErrorDetail[] | undefined {
  const missing = missingSettings(format, formats);
  if (missing.length === 0) return undefined;
  return [{ path: "format", message: `needs the settings ${missing.join(" and ")} of the service` }];
}
