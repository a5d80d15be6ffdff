import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { edgeDevices, edgeWatch } from "../../platform/db/tables.ts";
import type { EdgeDeviceRow } from "../register/edge-device-store.ts";

const WATCH_ID = 1;

/** Records that a device sent a request; a process whose clock is behind never sets the time back. */
export async function setLastSeen(db: DatabaseOrTransaction, id: string, now: Date): Promise<void> {
  const { lastSeenAt } = edgeDevices;
  await db
    .update(edgeDevices)
    .set({ lastSeenAt: now })
    .where(and(eq(edgeDevices.id, id), or(isNull(lastSeenAt), lt(lastSeenAt, now))));
}

/** Ends the silence of a device that sent a request; true for the one caller that ends it. */
export async function endSilence(tx: DatabaseOrTransaction, id: string, now: Date): Promise<boolean> {
  const ended = await tx
    .update(edgeDevices)
    .set({ lastSeenAt: now, silentSince: null })
    .where(and(eq(edgeDevices.id, id), isNotNull(edgeDevices.silentSince)))
    .returning({ id: edgeDevices.id });
  return ended.length > 0;
}

/** Marks devices that have been silent since before a time as silent, and returns them: each once per silence. */
export async function beginSilences(tx: DatabaseOrTransaction, notSince: Date): Promise<EdgeDeviceRow[]> {
  const { revokedAt, silentSince, lastSeenAt } = edgeDevices;
  return tx
    .update(edgeDevices)
    .set({ silentSince: sql`${lastSeenAt}` })
    .where(and(isNull(revokedAt), isNull(silentSince), lt(lastSeenAt, notSince)))
    .returning();
}

/**
 * Records a tick of the watch; returns since when ticks have come without a gap of `gapMs`. One transaction at a time.
 */
export async function recordTick(tx: DatabaseOrTransaction, now: Date, gapMs: number): Promise<Date> {
  const isGap = sql`${edgeWatch.lastLookAt} < ${new Date(now.getTime() - gapMs).toISOString()}::timestamptz`;
  const [tick] = await tx
    .insert(edgeWatch)
    .values({ id: WATCH_ID, since: now, lastLookAt: now })
    .onConflictDoUpdate({
      target: edgeWatch.id,
      set: { lastLookAt: now, since: sql`case when ${isGap} then excluded.since else ${edgeWatch.since} end` },
    })
    .returning({ since: edgeWatch.since });
  if (!tick) throw new Error("the row of the watch over edge devices is missing");
  return tick.since;
}
