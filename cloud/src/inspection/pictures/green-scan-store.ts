import { and, eq, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { scans } from "../../platform/db/tables.ts";

/** True where a scan of the visit was judged green and complete when it was recorded. */
export async function hasGreenScan(
  db: DatabaseOrTransaction,
  visit: { id: string; containerId: string },
): Promise<boolean> {
  const isGreen = sql`${scans.recordedMatch} -> 'match' @> '{"lane": "green", "isComplete": true}'`;
  const found = await db
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.containerId, visit.containerId), eq(scans.visitId, visit.id), isGreen))
    .limit(1);
  return found.length > 0;
}
