import type { CameraView } from "@container-inspection/shared-schemas/cameras";
import type { StoredMatch } from "@container-inspection/shared-schemas/manifest-match";
import type { ScanType } from "@container-inspection/shared-schemas/scans";
import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { lockContainerOrTarget } from "../record/container-store.ts";
import { type RuleVersions, siteOfPicture, siteOfVisit, versionsInForce } from "../judging/rules-in-force-store.ts";
import { findManifestRows, type ManifestRow } from "../record/manifest-store.ts";
import { insertRow } from "../../platform/db/compose-once.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers, manifests, scans, visits } from "../../platform/db/tables.ts";
import { liveSubjects } from "../../platform/jobs/job-store.ts";

export type ScanRow = typeof scans.$inferSelect;
/** A container as the scans of one visit need it, with the manifests of that visit, the first attached one first. */
export type ScannedContainer = RuleVersions & {
  container: typeof containers.$inferSelect;
  manifests: ManifestRow[];
  visit: { number: number };
};
/** A scan with the data shown with it. */
export type VisitedScan = ScannedContainer & { scan: ScanRow };

/** The thumbnail columns of a scan that is recorded: one is drawn when it is first requested. */
export const noThumbnail = { thumbnailKey: null, thumbnailSha256: null, thumbnailSizeBytes: null };

export type ScanFilter = {
  containerId: string;
  visitId?: string | undefined;
  type?: ScanType | undefined;
  /** Cursor: id of a scan; the page contains only scans that arrived before it. */
  beforeId?: string | undefined;
  limit: number;
};

/**
 * Columns of a query for scans; further manifests, which few containers have, are read by their ids.
 */
const scanned = {
  container: containers,
  manifest: manifests,
  furtherIds: sql<string[]>`case when ${scans.visitId} = ${containers.visitId} then ${containers.furtherManifestIds}
    else ${visits.furtherManifestIds} end`.mapWith(containers.furtherManifestIds),
  visit: { number: visits.number },
};

/** Versions of the rules that are in force at the site where a picture was taken. */
const rulesOfScan = versionsInForce(siteOfPicture(scans));

/** Columns that a model adds to a scan. */
export type ScanFindings = Pick<
  ScanRow,
  "detections" | "summary" | "modelName" | "modelVersion" | "inferenceMs" | "isUnlike" | "imageWidth" | "imageHeight"
> & { status: "done" };

/** The first manifest of a scan's visit: attached to the container while that visit is the current one. */
const isOfVisit = sql`${manifests.id} = case when ${scans.visitId} = ${containers.visitId} then ${containers.manifestId}
  else ${visits.manifestId} end and ${manifests.deletedAt} is null`;

/** Inserts a scan; its view may be a column that the database computes. */
export async function insertScan(
  tx: DatabaseOrTransaction,
  scan: Omit<typeof scans.$inferInsert, "view"> & { view?: CameraView | null | SQL<CameraView | null> },
): Promise<void> {
  await insertRow(tx, scans, scan);
}

/**
 * A container, and the scan of this id where it is one of the container's; undefined where the container does not
 * exist.
 */
export async function findScan(
  db: DatabaseOrTransaction,
  containerId: string,
  scanId: string,
): Promise<{ container: ScannedContainer["container"]; visited: VisitedScan | null } | undefined> {
  const [row] = await db
    .select({ ...scanned, ...rulesOfScan, scan: scans })
    .from(containers)
    .leftJoin(scans, and(eq(scans.containerId, containers.id), eq(scans.id, scanId)))
    .leftJoin(visits, eq(visits.id, scans.visitId))
    .leftJoin(manifests, isOfVisit)
    .where(and(eq(containers.id, containerId), isNull(containers.deletedAt)));
  if (!row) return undefined;
  const { container, scan, visit, ...more } = row;
  if (!scan || !visit) return { container, visited: null };
  const [visited] = await addManifests(db, [{ scan, container, visit, ...more }]);
  return { container, visited: visited ?? null };
}

type Read = { manifest: ManifestRow | null; furtherIds: string[] };

/** Adds the further manifests to the rows; queries them only if there are any. */
async function addManifests<Row extends Read>(db: DatabaseOrTransaction, rows: readonly Row[]) {
  const further = await findManifestRows(db, [...new Set(rows.flatMap(({ furtherIds }) => furtherIds ?? []))]);
  return rows.map(({ manifest, furtherIds, ...row }) => ({
    ...row,
    manifests: [...(manifest ? [manifest] : []), ...further.filter(({ id }) => furtherIds?.includes(id))],
  }));
}

/** Locks a scan and its verdicts until the transaction ends. */
export async function lockScan(tx: DatabaseOrTransaction, scanId: string): Promise<void> {
  await tx.select({ id: scans.id }).from(scans).where(eq(scans.id, scanId)).for("no key update");
}

/** A container with what its current visit is about. */
export async function findScannedContainer(
  db: DatabaseOrTransaction,
  containerId: string,
): Promise<ScannedContainer | undefined> {
  const rules = versionsInForce(siteOfVisit(sql`${containers.id}`, sql`${containers.visitId}`));
  const found = await db
    .select({ ...scanned, ...rules, furtherIds: containers.furtherManifestIds })
    .from(containers)
    .innerJoin(visits, eq(visits.id, containers.visitId))
    .leftJoin(manifests, eq(manifests.id, containers.manifestId))
    .where(and(eq(containers.id, containerId), isNull(containers.deletedAt)));
  return (await addManifests(db, found))[0];
}

/** Scans of a container in the order they arrived, newest first, each with the manifests of its visit. */
export async function findScans(db: DatabaseOrTransaction, filter: ScanFilter): Promise<VisitedScan[]> {
  const { containerId, visitId, type, beforeId, limit } = filter;
  const found = await db
    .select({ ...scanned, ...rulesOfScan, scan: scans })
    .from(scans)
    .innerJoin(containers, eq(containers.id, scans.containerId))
    .innerJoin(visits, eq(visits.id, scans.visitId))
    .leftJoin(manifests, isOfVisit)
    .where(
      and(
        eq(scans.containerId, containerId),
        visitId === undefined ? undefined : eq(scans.visitId, visitId),
        type && eq(scans.type, type),
        beforeId === undefined ? undefined : lt(scans.id, beforeId),
      ),
    )
    .orderBy(desc(scans.id))
    .limit(limit);
  return addManifests(db, found);
}

/** The scan, when it still waits for the AI service. */
export async function findPendingScan(db: DatabaseOrTransaction, scanId: string): Promise<ScanRow | undefined> {
  const [found] = await db
    .select()
    .from(scans)
    .where(and(eq(scans.id, scanId), eq(scans.status, "pending")));
  return found;
}

/** Ids of pending scans that no job is to finish, the oldest first. */
export async function findAbandonedScans(
  db: DatabaseOrTransaction,
  kind: { name: string; subjectPath?: string },
  limit: number,
): Promise<string[]> {
  const found = await db
    .select({ id: scans.id })
    .from(scans)
    .where(and(sql`${scans.status} = 'pending'`, sql`${scans.id} not in ${liveSubjects(kind)}`))
    .orderBy(scans.id)
    .limit(limit);
  return found.map(({ id }) => id);
}

/** The container of a scan, locked until the transaction ends, with its current visit; undefined once it is deleted. */
export async function lockContainerOfScan(tx: DatabaseOrTransaction, scanId: string) {
  const [scan] = await tx.select({ containerId: scans.containerId }).from(scans).where(eq(scans.id, scanId));
  return scan && lockContainerOrTarget(tx, scan.containerId);
}

/** Records the storage key of a scan's thumbnail, unless the pictures of the scan have been deleted. */
export async function keepThumbnail(
  db: DatabaseOrTransaction,
  scanId: string,
  columns: { thumbnailKey: string; thumbnailSha256: string; thumbnailSizeBytes: number },
): Promise<void> {
  await db
    .update(scans)
    .set(columns)
    .where(and(eq(scans.id, scanId), isNull(scans.imageDeletedAt)));
}

/** The visits that these scans are on. */
export async function findVisitsOfScans(db: DatabaseOrTransaction, scanIds: readonly string[]): Promise<string[]> {
  const { id, visitId } = scans;
  const found = await db
    .selectDistinct({ visitId })
    .from(scans)
    .where(inArray(id, [...scanIds]));
  return found.map((row) => row.visitId);
}

/** Stores the match of a scan. */
export async function fileMatch(tx: DatabaseOrTransaction, scanId: string, recordedMatch: StoredMatch): Promise<void> {
  await tx.update(scans).set({ recordedMatch }).where(eq(scans.id, scanId));
}

/**
 * Ends the wait of a pending scan. Returns its container and visit, which a concurrent merge may have changed;
 * undefined if another attempt has already ended it.
 */
export async function settlePendingScan(
  tx: DatabaseOrTransaction,
  scanId: string,
  outcome: ScanFindings | { status: "failed" },
): Promise<{ containerId: string; visitId: string } | undefined> {
  const [settled] = await tx
    .update(scans)
    .set(outcome)
    .where(and(eq(scans.id, scanId), eq(scans.status, "pending")))
    .returning({ containerId: scans.containerId, visitId: scans.visitId });
  return settled;
}
