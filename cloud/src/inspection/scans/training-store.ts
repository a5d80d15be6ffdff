import type { ScanType } from "@container-inspection/shared-schemas/scans";
import { and, asc, eq, exists, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers, detectionVerdicts, evidence, scans } from "../../platform/db/tables.ts";
import type { ScanRow } from "./scan-store.ts";

type Page = { afterId: string; limit: number };

/** Scans with a stored picture and at least one verdict, in the order of their ids. */
export async function findJudgedScans(
  db: DatabaseOrTransaction,
  { type, afterId, limit }: Page & { type: ScanType },
): Promise<ScanRow[]> {
  const judged = db
    .select({ one: sql`1` })
    .from(detectionVerdicts)
    .where(eq(detectionVerdicts.scanId, scans.id));
  return db
    .select()
    .from(scans)
    .where(
      and(
        gt(scans.id, afterId),
        eq(scans.type, type),
        eq(scans.status, "done"),
        isNotNull(scans.imageKey),
        isNull(scans.imageDeletedAt),
        exists(judged),
      ),
    )
    .orderBy(asc(scans.id))
    .limit(limit);
}

/** Photos with findings, stored pictures and the containers that they belong to, in the order of their ids. */
export function findPhotosWithFindings(db: DatabaseOrTransaction, { afterId, limit }: Page) {
  return db
    .select({ photo: evidence, container: containers })
    .from(evidence)
    .innerJoin(containers, eq(containers.id, evidence.containerId))
    .where(
      and(
        gt(evidence.id, afterId),
        isNull(evidence.deletedAt),
        isNull(evidence.imageDeletedAt),
        sql`jsonb_array_length(${evidence.detections}) > 1`,
      ),
    )
    .orderBy(asc(evidence.id))
    .limit(limit);
}
