import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { edgeDevices, edgeWatch } from "../../platform/db/fleet-tables.ts";
import type { EdgeDeviceRow } from "./edge-device-store.ts";

const WATCH_ID = 1;

/** Notes that a device was heard; a clock that runs behind another process's never sets it back. */
export async function setLastSeen(db: DatabaseOrTransaction, id: string, now: Date): Promise<void> {
  const { lastSeenAt } = edgeDevices;
  await db
    .update(edgeDevices)
    .set({ lastSeenAt: now })
    .where(and(eq(edgeDevices.id, id), or(isNull(lastSeenAt), lt(lastSeenAt, now))));
}

/** Notes that a silent device was heard; true for the one caller that ends its silence. */
export async function endSilence(tx: DatabaseOrTransaction, id: string, now: Date): Promise<boolean> {
  const ended = await tx
    .update(edgeDevices)
    .set({ lastSeenAt: now, silentSince: null })
    .where(and(eq(edgeDevices.id, id), isNotNull(edgeDevices.silentSince)))
    .returning({ id: edgeDevices.id });
  return ended.length > 0;
}

/** Marks the devices that were not heard since a time, and returns them: each once per silence. */
export async function beginSilences(tx: DatabaseOrTransaction, notSince: Date): Promise<EdgeDeviceRow[]> {
  const { revokedAt, silentSince, lastSeenAt } = edgeDevices;
  return tx
    .update(edgeDevices)
    .set({ silentSince: sql`${lastSeenAt}` })
    .where(and(isNull(revokedAt), isNull(silentSince), lt(lastSeenAt, notSince)))
    .returning();
}

/**
 * Notes a look after the devices; returns since when the service has looked without a gap of `gapMs`. One transaction at a time.
 */
export async function noteLook(tx: DatabaseOrTransaction, now: Date, gapMs: number): Promise<Date> {
  const isGap = sql`${edgeWatch.lastLookAt} < ${new Date(now.getTime() - gapMs).toISOString()}::timestamptz`;
  const [look] = await tx
    .insert(edgeWatch)
    .values({ id: WATCH_ID, since: now, lastLookAt: now })
    .onConflictDoUpdate({
      target: edgeWatch.id,
      set: { lastLookAt: now, since: sql`case when ${isGap} then excluded.since else ${edgeWatch.since} end` },
    })
    .returning({ since: edgeWatch.since });
  if (!look) throw new Error("the watch over edge devices keeps no row");
  return look.since;
}
