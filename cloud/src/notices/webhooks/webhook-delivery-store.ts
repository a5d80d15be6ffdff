import type { WebhookDeliveryStatus } from "@container-inspection/shared-schemas";
import { and, desc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { webhookDeliveries } from "../../platform/db/notification-tables.ts";

export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;

export async function insertWebhookDeliveries(
  tx: DatabaseOrTransaction,
  deliveries: readonly (typeof webhookDeliveries.$inferInsert)[],
): Promise<void> {
  if (deliveries.length > 0) await tx.insert(webhookDeliveries).values([...deliveries]);
}

export async function findWebhookDelivery(
  db: DatabaseOrTransaction,
  id: string,
): Promise<WebhookDeliveryRow | undefined> {
  const [delivery] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
  return delivery;
}

export type WebhookDeliveryFilter = {
  webhookId: string;
  status?: WebhookDeliveryStatus | undefined;
  /** Only deliveries made before this one. */
  beforeId?: string | undefined;
  limit: number;
};

/** Deliveries of a webhook, newest first. */
export async function findWebhookDeliveries(
  db: DatabaseOrTransaction,
  { webhookId, status, beforeId, limit }: WebhookDeliveryFilter,
): Promise<WebhookDeliveryRow[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        status && eq(webhookDeliveries.status, status),
        beforeId === undefined ? undefined : lt(webhookDeliveries.id, beforeId),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit);
}

type Tried = Pick<WebhookDeliveryRow, "status" | "lastStatusCode" | "lastError" | "nextAttemptAt" | "deliveredAt">;

/** Notes how the next try of a delivery ended; false when another process has noted it before. */
export async function noteWebhookTry(
  tx: DatabaseOrTransaction,
  { id, attempts }: Pick<WebhookDeliveryRow, "id" | "attempts">,
  tried: Tried,
): Promise<boolean> {
  const isThisTry = and(eq(webhookDeliveries.status, "pending"), eq(webhookDeliveries.attempts, attempts));
  const noted = await tx
    .update(webhookDeliveries)
    .set({ ...tried, attempts: attempts + 1 })
    .where(and(eq(webhookDeliveries.id, id), isThisTry))
    .returning({ id: webhookDeliveries.id });
  return noted.length > 0;
}

/**
 * Takes what is due now, of each webhook at most as many as `room` tells (`perWebhook` where it tells nothing), and keeps it from other
 * processes until `leaseEndsAt`: should this one end, another tries again then.
 */
export async function claimDueDeliveries(
  db: DatabaseOrTransaction,
  {
    now,
    leaseEndsAt,
    perWebhook,
    room,
  }: { now: Date; leaseEndsAt: Date; perWebhook: number; room: Map<string, number> },
): Promise<WebhookDeliveryRow[]> {
  const rooms = JSON.stringify(Object.fromEntries(room));
  // Materialized: a plan that asks twice would take more than the limit.
  const due = sql`(with due as materialized (
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
    .where(inArray(webhookDeliveries.id, due))
    .returning();
}

/** Makes a delivery pending, to be tried now; undefined when there is none to this webhook, or it is delivered. */
export async function reopenWebhookDelivery(
  tx: DatabaseOrTransaction,
  { id, webhookId, now }: { id: string; webhookId: string; now: Date },
): Promise<WebhookDeliveryRow | undefined> {
  const [reopened] = await tx
    .update(webhookDeliveries)
    .set({ status: "pending", nextAttemptAt: now })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.webhookId, webhookId),
        ne(webhookDeliveries.status, "delivered"),
      ),
    )
    .returning();
  return reopened;
}
