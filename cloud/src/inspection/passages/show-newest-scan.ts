import { and, desc, eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers, scans } from "../../platform/db/tables.ts";
import { scanTakenAt } from "../pictures/taken-at-store.ts";
import { updateContainer } from "../record/container-store.ts";
import { presentCategoryScan } from "../record/present-category-scan.ts";
import { updateVisit } from "../record/visit-store.ts";

/** Has a visit of a locked container show the newest category scan of a device that it has now, if any. */
export async function showNewestScan(
  tx: DatabaseOrTransaction,
  { containerId, visitId }: { containerId: string; visitId: string },
  nowMs: number,
): Promise<void> {
  const [newest] = await tx
    .select({ scan: scans, at: scanTakenAt })
    .from(scans)
    .where(
      and(
        eq(scans.containerId, containerId),
        eq(scans.visitId, visitId),
        eq(scans.type, "category"),
        eq(scans.source, "edge"),
      ),
    )
    .orderBy(desc(scanTakenAt), desc(scans.id))
    .limit(1);
  const shown = {
    categoryScan: newest ? presentCategoryScan(newest.scan) : null,
    categoryScanOrderedAt: newest?.at ?? null,
  };
  const isCurrent = and(eq(containers.id, containerId), eq(containers.visitId, visitId));
  if ((await tx.$count(containers, isCurrent)) > 0) await updateContainer(tx, containerId, shown, nowMs);
  else await updateVisit(tx, visitId, shown);
}
