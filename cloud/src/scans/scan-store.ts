import type { ScanType } from "@container-inspection/shared-schemas";
import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { currentMapVersion } from "../category-map/category-map-store.ts";
import type { DatabaseOrTransaction } from "../db/connect.ts";
import { containers, manifests, scans } from "../db/tables.ts";

export type ScanRow = typeof scans.$inferSelect;
/** A container as its scans need it, with the manifest attached to it. */
export type ScannedContainer = {
  container: typeof containers.$inferSelect;
  manifest: typeof manifests.$inferSelect | null;
  /** Of the category map in force. */
  mapVersion: number;
};

const scanned = { container: containers, manifest: manifests, mapVersion: currentMapVersion };

/** What a model adds to a scan. */
export type ScanFindings = Pick<
  ScanRow,
  "detections" | "summary" | "modelName" | "modelVersion" | "inferenceMs" | "imageWidth" | "imageHeight"
> & { status: "done" };

export async function insertScan(tx: DatabaseOrTransaction, scan: typeof scans.$inferInsert): Promise<void> {
  await tx.insert(scans).values(scan);
}

/** The container, and the scan if it is one of its own. Undefined without the container. */
export async function findScan(
  db: DatabaseOrTransaction,
  containerId: string,
  scanId: string,
): Promise<(ScannedContainer & { scan: ScanRow | null }) | undefined> {
  const [found] = await db
    .select({ ...scanned, scan: scans })
    .from(containers)
    .leftJoin(manifests, eq(manifests.id, containers.manifestId))
    .leftJoin(scans, and(eq(scans.containerId, containers.id), eq(scans.id, scanId)))
    .where(and(eq(containers.id, containerId), isNull(containers.deletedAt)));
  return found;
}

/** Keeps others from changing a scan, or a verdict on it, until the transaction ends. */
export async function lockScan(tx: DatabaseOrTransaction, scanId: string): Promise<void> {
  await tx.select({ id: scans.id }).from(scans).where(eq(scans.id, scanId)).for("no key update");
}

export async function findScannedContainer(
  db: DatabaseOrTransaction,
  containerId: string,
): Promise<ScannedContainer | undefined> {
  const [found] = await db
    .select(scanned)
    .from(containers)
    .leftJoin(manifests, eq(manifests.id, containers.manifestId))
    .where(and(eq(containers.id, containerId), isNull(containers.deletedAt)));
  return found;
}

/** Scans of a container in the order they arrived, newest first. */
export async function findScans(
  db: DatabaseOrTransaction,
  filter: { containerId: string; type?: ScanType | undefined; beforeId?: string | undefined; limit: number },
): Promise<ScanRow[]> {
  const { containerId, type, beforeId, limit } = filter;
  return db
    .select()
    .from(scans)
    .where(
      and(
        eq(scans.containerId, containerId),
        type && eq(scans.type, type),
        beforeId === undefined ? undefined : lt(scans.id, beforeId),
      ),
    )
    .orderBy(desc(scans.id))
    .limit(limit);
}

/** The scan, when it still waits for the AI service. */
export async function findPendingScan(db: DatabaseOrTransaction, scanId: string): Promise<ScanRow | undefined> {
  const [found] = await db
    .select()
    .from(scans)
    .where(and(eq(scans.id, scanId), eq(scans.status, "pending")));
  return found;
}

/** Ends the wait of a pending scan; false when another try has ended it before. */
export async function settlePendingScan(
  tx: DatabaseOrTransaction,
  scanId: string,
  outcome: ScanFindings | { status: "failed" },
): Promise<boolean> {
  const settled = await tx
    .update(scans)
    .set(outcome)
    .where(and(eq(scans.id, scanId), eq(scans.status, "pending")))
    .returning({ id: scans.id });
  return settled.length > 0;
}

/** Notes on a container that was only registered that it has been scanned; every other status stays. */
export async function markScanned(tx: DatabaseOrTransaction, containerId: string, nowMs: number): Promise<void> {
  await tx
    .update(containers)
    .set({ status: "SCANNED", version: sql`${containers.version} + 1`, updatedAt: new Date(nowMs) })
    .where(and(eq(containers.id, containerId), eq(containers.status, "REGISTERED")));
}
