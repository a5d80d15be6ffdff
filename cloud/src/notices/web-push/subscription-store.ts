import { and, desc, eq, getTableColumns, inArray, ne } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { pushSubscriptions, users } from "../../platform/db/tables.ts";
import { isOtherThan, isSupervisor, MAX_DEVICES } from "../deliveries/supervisor-store.ts";

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;
type Added = Omit<SubscriptionRow, "createdAt" | "lastActiveAt">;

/** The most subscriptions of one user: a further one removes the one that was renewed longest ago. */
const MAX_SUBSCRIPTIONS = 20;

/**
 * Adds the subscription of a browser, or renews it and moves it to the user who adds it now: an endpoint identifies
 * one browser. Needs a transaction. Returns the subscription, its previous state, and those removed to make room.
 */
export async function saveSubscription(
  tx: DatabaseOrTransaction,
  { id, endpoint, ...added }: Added,
  nowMs: number,
): Promise<{ subscription: SubscriptionRow; before: SubscriptionRow | undefined; removed: SubscriptionRow[] }> {
  await holdLock(tx, "push subscription");
  const [before] = await tx.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
  const at = new Date(nowMs);
  const current = { ...added, lastActiveAt: at };
  const subscription = { id: before?.id ?? id, endpoint, ...current, createdAt: before?.createdAt ?? at };
  await tx
    .insert(pushSubscriptions)
    .values(subscription)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: current });
  const isTheirs = before?.userId === added.userId;
  return { subscription, before, removed: isTheirs ? [] : await dropOldest(tx, subscription) };
}

/** The subscriptions of a user, the last renewed first. */
export async function findSubscriptionsOf(db: DatabaseOrTransaction, userId: string): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.lastActiveAt), desc(pushSubscriptions.id));
}

/** The subscriptions of all supervisors and admins who may sign in, but not of `exceptUserId`. */
export async function findSupervisorSubscriptions(
  db: DatabaseOrTransaction,
  exceptUserId: string | null,
): Promise<SubscriptionRow[]> {
  return selectSubscriptions(db)
    .where(and(isSupervisor, isOtherThan(exceptUserId)))
    .orderBy(desc(pushSubscriptions.lastActiveAt), desc(pushSubscriptions.id))
    .limit(MAX_DEVICES);
}

/** The subscription of a delivery while it belongs to the same user, and that user may see the notice. */
export async function findSubscriptionOf(
  db: DatabaseOrTransaction,
  { deviceId, userId }: { deviceId: string; userId: string },
): Promise<SubscriptionRow | undefined> {
  const isTheirs = and(eq(pushSubscriptions.id, deviceId), eq(pushSubscriptions.userId, userId));
  const [subscription] = await selectSubscriptions(db).where(and(isTheirs, isSupervisor));
  return subscription;
}

function selectSubscriptions(db: DatabaseOrTransaction) {
  return db
    .select(getTableColumns(pushSubscriptions))
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.userId));
}

/** Removes a subscription and returns it; undefined if the user has none with this id. */
export async function deleteSubscription(
  tx: DatabaseOrTransaction,
  { id, userId }: { id: string; userId: string },
): Promise<SubscriptionRow | undefined> {
  const isTheirs = and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId));
  const [removed] = await tx.delete(pushSubscriptions).where(isTheirs).returning();
  return removed;
}

async function dropOldest(tx: DatabaseOrTransaction, { id, userId }: SubscriptionRow): Promise<SubscriptionRow[]> {
  const old = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), ne(pushSubscriptions.id, id)))
    .orderBy(desc(pushSubscriptions.lastActiveAt), desc(pushSubscriptions.id))
    .offset(MAX_SUBSCRIPTIONS - 1);
  return tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, old)).returning();
}
