import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { scans, users } from "../../platform/db/tables.ts";
import type { ScanRow } from "../scans/scan-store.ts";
import { scanTakenAt } from "../pictures/taken-at-store.ts";
import type { TimelineScan } from "./timeline-rules.ts";

/** A visit by its id, with the container by which its scans are found. */
type VisitOfContainer = { id: string; containerId: string };
const isOn = ({ id, containerId }: VisitOfContainer) => and(eq(scans.containerId, containerId), eq(scans.visitId, id));

/** The latest scan of a visit of each kind and status, from any source, newest first: at most nine. */
export async function findLatestScans(db: DatabaseOrTransaction, visit: VisitOfContainer): Promise<ScanRow[]> {
  const latest = db
    .selectDistinctOn([scans.type, scans.status], { id: scans.id })
    .from(scans)
    .where(isOn(visit))
    .orderBy(scans.type, scans.status, desc(scanTakenAt), desc(scans.id));
  return db.select().from(scans).where(inArray(scans.id, latest)).orderBy(desc(scanTakenAt), desc(scans.id));
}

/** The last scans of a visit by capture time, newest first, without their findings. */
export async function findTimelineScans(
  db: DatabaseOrTransaction,
  visit: VisitOfContainer,
  limit: number,
): Promise<TimelineScan[]> {
  return db
    .select({
      id: scans.id,
      type: scans.type,
      source: scans.source,
      status: scans.status,
      at: scanTakenAt,
      by: sql<string | null>`coalesce(${users.email}, ${scans.deviceId}, ${scans.userEmail})`,
      found: sql<number>`jsonb_array_length(${scans.detections})`.mapWith(Number),
    })
    .from(scans)
    .leftJoin(users, eq(users.id, scans.createdById))
    .where(isOn(visit))
    .orderBy(desc(scanTakenAt), desc(scans.id))
    .limit(limit);
}
