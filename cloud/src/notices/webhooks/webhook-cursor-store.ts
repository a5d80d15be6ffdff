import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { webhookCursor } from "../../platform/db/tables.ts";
import type { EventPosition } from "../../journal/events/event-store.ts";

/** The one row. */
const ID = 1;

/**
 * How far events have been handed to webhooks; no position at first. It is foreign where it stands after transactions that are yet to
 * come: the database was restored on another server.
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

/** Lets one transaction at a time hand events on; false when another does. */
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
