import type { WebhookDisabledReason } from "@container-inspection/shared-schemas/webhooks";
import { and, asc, count, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { webhooks } from "../../platform/db/tables.ts";

export type WebhookRow = typeof webhooks.$inferSelect;

/** Counts webhooks, and lets only one transaction at a time add one, so that their number stays bounded. */
export async function countWebhooks(tx: DatabaseOrTransaction): Promise<number> {
  await holdLock(tx, "webhooks");
  const [counted] = await tx.select({ webhooks: count() }).from(webhooks);
  return counted?.webhooks ?? 0;
}

export async function insertWebhook(tx: DatabaseOrTransaction, webhook: WebhookRow): Promise<void> {
  await tx.insert(webhooks).values(webhook);
}

export async function findWebhook(db: DatabaseOrTransaction, id: string): Promise<WebhookRow | undefined> {
  const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  return webhook;
}

/** Finds a webhook that no other transaction can change until this one ends. */
export async function lockWebhook(tx: DatabaseOrTransaction, id: string): Promise<WebhookRow | undefined> {
  const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for("update");
  return webhook;
}

/** Finds webhooks, newest first. */
export async function findWebhooks(
  db: DatabaseOrTransaction,
  { beforeId, limit }: { beforeId: string | undefined; limit: number },
): Promise<WebhookRow[]> {
  return db
    .select()
    .from(webhooks)
    .where(beforeId === undefined ? undefined : lt(webhooks.id, beforeId))
    .orderBy(desc(webhooks.id))
    .limit(limit);
}

/** Finds the enabled webhooks and the kinds of events that each subscribes to. */
export async function findSubscribers(
  db: DatabaseOrTransaction,
): Promise<Pick<WebhookRow, "id" | "events" | "format" | "createdAt">[]> {
  const { id, events, format, createdAt } = webhooks;
  return db
    .select({ id, events, format, createdAt })
    .from(webhooks)
    .where(isNull(webhooks.disabledAt))
    .orderBy(asc(id));
}

export async function updateWebhook(
  tx: DatabaseOrTransaction,
  id: string,
  changes: Partial<Omit<WebhookRow, "id">>,
): Promise<WebhookRow> {
  const [changed] = await tx.update(webhooks).set(changes).where(eq(webhooks.id, id)).returning();
  if (!changed) throw new Error(`the locked webhook ${id} vanished`);
  return changed;
}

export async function deleteWebhook(tx: DatabaseOrTransaction, id: string): Promise<void> {
  await tx.delete(webhooks).where(eq(webhooks.id, id));
}

/** Records since when attempts have failed, or null after a success; an earlier time is kept. */
export async function recordFailing(tx: DatabaseOrTransaction, id: string, failingAt: Date | null): Promise<void> {
  const isOther = failingAt === null ? sql`failing_since is not null` : isNull(webhooks.failingSince);
  await tx
    .update(webhooks)
    .set({ failingSince: failingAt })
    .where(and(eq(webhooks.id, id), isOther));
}

/** Disables a webhook; undefined if it is disabled already. */
export async function disableWebhook(
  tx: DatabaseOrTransaction,
  id: string,
  { reason, now }: { reason: WebhookDisabledReason; now: Date },
): Promise<WebhookRow | undefined> {
  const [disabled] = await tx
    .update(webhooks)
    .set({ disabledAt: now, disabledReason: reason, updatedAt: now })
    .where(and(eq(webhooks.id, id), isNull(webhooks.disabledAt)))
    .returning();
  return disabled;
}
