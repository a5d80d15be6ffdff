import type { DetectionVerdict } from "@container-inspection/shared-schemas/scans";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { composeOnce } from "../../platform/db/compose-once.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { detectionVerdicts, scans, users } from "../../platform/db/tables.ts";
import type { ScanRow } from "../scans/scan-store.ts";

/** A verdict with the scan that it is about, and the class that the model saw there. */
export type GivenVerdict = {
  scan: Pick<ScanRow, "id" | "type">;
  found: string | null;
  verdict: DetectionVerdict;
};

/** The verdicts on one scan, by index. */
export async function findVerdicts(db: DatabaseOrTransaction, scanId: string): Promise<DetectionVerdict[]> {
  return (await findVerdictsOf(db, [scanId]))(scanId);
}

/** Reads the verdicts on these scans; returns a function from the id of a scan to its verdicts, by index. */
export async function findVerdictsOf(
  db: DatabaseOrTransaction,
  scanIds: readonly string[],
): Promise<(scanId: string) => DetectionVerdict[]> {
  if (scanIds.length === 0) return () => [];
  const rows = await selectVerdicts(db).where(inArray(detectionVerdicts.scanId, [...scanIds]));
  return verdictsByScan(rows.map(present));
}

/** Returns a function from the id of a scan to its verdicts among these, by index. */
export function verdictsByScan(given: readonly GivenVerdict[]): (scanId: string) => DetectionVerdict[] {
  const byScan = Map.groupBy(given, ({ scan }) => scan.id);
  return (scanId) =>
    (byScan.get(scanId) ?? []).map(({ verdict }) => verdict).toSorted((one, other) => one.index - other.index);
}

/** The verdicts on all scans of a visit, those given last first. */
export async function findVerdictsOnVisit(
  db: DatabaseOrTransaction,
  visit: { id: string; containerId: string },
): Promise<GivenVerdict[]> {
  return (await findGiven(db, visit)).map(present);
}

const findGiven = composeOnce((db) =>
  selectVerdicts(db)
    .where(and(eq(scans.containerId, sql.placeholder("containerId")), eq(scans.visitId, sql.placeholder("id"))))
    .orderBy(desc(detectionVerdicts.reviewedAt), desc(detectionVerdicts.scanId), desc(detectionVerdicts.index)),
);

/** Stores the verdict on a detection of a locked scan; it replaces an earlier one. */
export async function saveVerdict(
  tx: DatabaseOrTransaction,
  { scanId, index, ...verdict }: typeof detectionVerdicts.$inferSelect,
): Promise<void> {
  await tx
    .insert(detectionVerdicts)
    .values({ scanId, index, ...verdict })
    .onConflictDoUpdate({ target: [detectionVerdicts.scanId, detectionVerdicts.index], set: verdict });
}

/** Counts one more added detection of a locked scan. */
export async function countAddition(tx: DatabaseOrTransaction, scanId: string): Promise<void> {
  await tx
    .update(scans)
    .set({ addedCount: sql`${scans.addedCount} + 1` })
    .where(eq(scans.id, scanId));
}

export async function deleteVerdict(tx: DatabaseOrTransaction, scanId: string, index: number): Promise<void> {
  await tx
    .delete(detectionVerdicts)
    .where(and(eq(detectionVerdicts.scanId, scanId), eq(detectionVerdicts.index, index)));
}

function selectVerdicts(db: DatabaseOrTransaction) {
  return db
    .select({
      row: detectionVerdicts,
      reviewer: { id: users.id, email: users.email },
      scan: { id: scans.id, type: scans.type },
      found: sql<string | null>`${scans.detections} -> ${detectionVerdicts.index} ->> 'className'`,
    })
    .from(detectionVerdicts)
    .innerJoin(users, eq(users.id, detectionVerdicts.reviewerId))
    .innerJoin(scans, eq(scans.id, detectionVerdicts.scanId));
}

function present({ row, reviewer, scan, found }: Awaited<ReturnType<typeof selectVerdicts>>[number]): GivenVerdict {
  const { index, verdict, className, polygon, areaPercentage, note } = row;
  const reviewedAt = row.reviewedAt.toISOString();
  return { scan, found, verdict: { index, verdict, className, polygon, areaPercentage, note, reviewer, reviewedAt } };
}
