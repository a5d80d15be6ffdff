import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { webhookCursor } from "../../platform/db/tables.ts";
import type { EventPosition } from "../../journal/events/event-store.ts";

/** The one row. */
const ID = 1;

/**
 * The position up to which events have become deliveries; none at first. It is foreign if it is ahead of this server's
 * transactions: the database was restored from another server.
 */
export async function findCursor(
  db: DatabaseOrTransaction,
): Promise<{ position: EventPosition | undefined; isForeign: boolean }> {
  const [found] = await db
    .select({
      xid: webhookCursor.eventXid,
      id: sql<string>`${webhookCursor.eventId}::text`,
      isForeign: sql<boolean>`${webhookCursor.eventXid} >= pg_snapshot_xmax(pg_current_snapshot())`,
    })
    .from(webhookCursor);
  return { position: found && { xid: found.xid, id: found.id }, isForeign: found?.isForeign === true };
}

/** Locks the cursor for this transaction; false if another transaction holds it. */
export async function lockCursor(tx: DatabaseOrTransaction): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('webhook events', 0)) as locked`,
  );
  return rows[0]?.locked === true;
}

export async function moveCursor(tx: DatabaseOrTransaction, { xid, id }: EventPosition): Promise<void> {
  const position = { eventXid: xid, eventId: BigInt(id) };
  await tx
    .insert(webhookCursor)
    .values({ id: ID, ...position })
    .onConflictDoUpdate({ target: webhookCursor.id, set: position });
}
