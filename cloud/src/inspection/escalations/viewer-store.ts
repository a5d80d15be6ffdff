import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { escalationViewers, users } from "../../platform/db/tables.ts";
import { recordEventIfDue } from "../../journal/events/event-store.ts";

/** A user who reports nothing for this long no longer looks: clients report every 30 s. */
const SEEN_FOR_MS = 75_000;

type Viewing = { escalationId: string; userId: string; nowMs: number };
type FoundViewer = { escalationId: string; user: { id: string; email: string }; since: Date };

/** Returns the current viewers of escalations, in the order in which they started viewing. */
export const findViewers = (db: DatabaseOrTransaction, nowMs: number): Promise<FoundViewer[]> =>
  db
    .select({
      escalationId: escalationViewers.escalationId,
      user: { id: users.id, email: users.email },
      since: escalationViewers.since,
    })
    .from(escalationViewers)
    .innerJoin(users, eq(users.id, escalationViewers.userId))
    .where(gt(escalationViewers.seenAt, new Date(nowMs - SEEN_FOR_MS)))
    .orderBy(asc(escalationViewers.since), asc(users.email));

/** Records that a user looks at an escalation; a live event reports the first look only. */
export async function recordViewing(
  db: DatabaseOrTransaction,
  { escalationId, userId, nowMs }: Viewing,
): Promise<void> {
  const now = new Date(nowMs);
  const isOver = sql`${escalationViewers.seenAt} <= ${new Date(nowMs - SEEN_FOR_MS).toISOString()}::timestamptz`;
  const written = db
    .insert(escalationViewers)
    .values({ escalationId, userId, since: now, seenAt: now })
    .onConflictDoUpdate({
      target: [escalationViewers.escalationId, escalationViewers.userId],
      set: {
        since: sql`case when ${isOver} then excluded.since else ${escalationViewers.since} end`,
        seenAt: sql`excluded.seen_at`,
      },
    })
    .returning({ isDue: sql<boolean>`${eq(escalationViewers.since, now)}`.as("is_due") });
  await recordEventIfDue(db, written, { kind: "escalation.viewers-changed", escalationId }, nowMs);
}

/** Records that a user no longer looks at an escalation, and reports it as a live event. */
export async function removeViewing(
  db: DatabaseOrTransaction,
  { escalationId, userId, nowMs }: Viewing,
): Promise<void> {
  const removed = db
    .delete(escalationViewers)
    .where(and(eq(escalationViewers.escalationId, escalationId), eq(escalationViewers.userId, userId)))
    .returning({ isDue: sql<boolean>`true`.as("is_due") });
  await recordEventIfDue(db, removed, { kind: "escalation.viewers-changed", escalationId }, nowMs);
}
