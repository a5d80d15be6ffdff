import { inArray, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { webhookDeliveries } from "../../platform/db/tables.ts";
import { createDeliveryStore } from "../deliveries/delivery-store.ts";

export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;

/** The deliveries of events to webhooks. */
export const webhookDeliveryStore = createDeliveryStore(webhookDeliveries, "delivered");

export async function insertWebhookDeliveries(
  tx: DatabaseOrTransaction,
  deliveries: readonly (typeof webhookDeliveries.$inferInsert)[],
): Promise<void> {
  if (deliveries.length > 0) await tx.insert(webhookDeliveries).values([...deliveries]);
}

/**
 * Takes the deliveries that are due now, of each webhook at most as many as `room` has for it (`perWebhook` where it
 * has no entry). No other process takes them until `leaseEndsAt`: should this process end, another one attempts them
 * then.
 */
export async function claimDueDeliveries(
  db: DatabaseOrTransaction,
  due: { now: Date; leaseEndsAt: Date; perWebhook: number; room: Map<string, number> },
): Promise<WebhookDeliveryRow[]> {
  const { now, leaseEndsAt, perWebhook, room } = due;
  const rooms = JSON.stringify(Object.fromEntries(room));
  // Materialized: a plan that asks twice would take more than the limit.
  const claimed = sql`(with due as materialized (
    select taken.id from webhooks cross join lateral (
      select id from webhook_deliveries
      where webhook_id = webhooks.id and status = 'pending' and next_attempt_at <= ${now.toISOString()}::timestamptz
      order by next_attempt_at
      limit coalesce((${rooms}::jsonb ->> webhooks.id)::int, ${perWebhook})
      for update skip locked
    ) as taken
  ) select id from due)`;
  return db
    .update(webhookDeliveries)
    .set({ nextAttemptAt: leaseEndsAt })
    .where(inArray(webhookDeliveries.id, claimed))
    .returning();
}
