import type { ContainerStatus } from "@container-inspection/shared-schemas/containers";
import type { EscalationDecision } from "@container-inspection/shared-schemas/escalations";
import type { MatchLane } from "@container-inspection/shared-schemas/manifest-match";
import { and, asc, desc, eq, inArray, isNull, lt, max, sql } from "drizzle-orm";
import { attachedColumns } from "./attached-manifest-store.ts";
import { composeOnce } from "../../platform/db/compose-once.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers, escalations, evidence, examinations, scans, visits } from "../../platform/db/tables.ts";

export type VisitRow = typeof visits.$inferSelect;
/**
 * Columns that a container and a visit have in common: the container has those of its current visit, older visits
 * their own.
 */
export type VisitState = Pick<
  typeof containers.$inferSelect,
  "status" | "manifestId" | "furtherManifestIds" | "categoryScan" | "categoryScanOrderedAt"
>;

/** Inserts a visit; the caller passes the next number. */
export async function insertVisit(tx: DatabaseOrTransaction, visit: typeof visits.$inferInsert): Promise<VisitRow> {
  const [made] = await tx.insert(visits).values(visit).returning();
  if (!made) throw new Error(`the visit ${visit.id} was not made`);
  return made;
}

/** The visits of a container in the order in which they began. */
export async function findVisits(db: DatabaseOrTransaction, containerId: string): Promise<VisitRow[]> {
  return db
    .select()
    .from(visits)
    .where(and(eq(visits.containerId, containerId), isNull(visits.joinedIntoId)))
    .orderBy(asc(visits.openedAt), asc(visits.number));
}

/** The visit of this number, or the one that it turned out to be a part of. */
export async function findVisitByNumber(
  db: DatabaseOrTransaction,
  containerId: string,
  number: number,
): Promise<VisitRow | undefined> {
  const all = await db.select().from(visits).where(eq(visits.containerId, containerId));
  let found = all.find((visit) => visit.number === number);
  // Each is joined once, and into one that was not joined then: this ends.
  while (found?.joinedIntoId) found = all.find(({ id }) => id === found?.joinedIntoId);
  return found;
}

/** The visits of a container that became known last, newest first. */
export async function findLatestVisits(
  db: DatabaseOrTransaction,
  { containerId, beforeNumber, limit }: { containerId: string; beforeNumber?: number | undefined; limit: number },
): Promise<VisitRow[]> {
  return db
    .select()
    .from(visits)
    .where(
      and(
        eq(visits.containerId, containerId),
        isNull(visits.joinedIntoId),
        beforeNumber === undefined ? undefined : lt(visits.number, beforeNumber),
      ),
    )
    .orderBy(desc(visits.number))
    .limit(limit);
}

/** The number that the next visit of a locked container gets. */
export async function nextVisitNumber(tx: DatabaseOrTransaction, containerId: string): Promise<number> {
  const [last] = await tx
    .select({ number: max(visits.number) })
    .from(visits)
    .where(eq(visits.containerId, containerId));
  return (last?.number ?? 0) + 1;
}

/** Extends a visit to the time of a record: it may have begun earlier or ended later than was known. */
export async function noteRecord(tx: DatabaseOrTransaction, visitId: string, at: Date): Promise<void> {
  await extendVisit(tx, { visitId, at: at.toISOString() });
}

const extendVisit = composeOnce((db) => {
  const at = sql`${sql.placeholder("at")}::timestamptz`;
  return db
    .update(visits)
    .set({ openedAt: sql`least(${visits.openedAt}, ${at})`, lastWriteAt: sql`greatest(${visits.lastWriteAt}, ${at})` })
    .where(eq(visits.id, sql.placeholder("visitId")));
});

/** Closes a visit by a decision, or opens it again with null. */
export async function setVisitDecision(
  tx: DatabaseOrTransaction,
  visitId: string,
  made: { decision: EscalationDecision; at: Date } | null,
): Promise<void> {
  await tx
    .update(visits)
    .set({ decision: made?.decision ?? null, closedAt: made?.at ?? null })
    .where(eq(visits.id, visitId));
}

/** Sets the lane of a visit, and since when it has this one; an unchanged lane keeps its time. */
export async function setLane(
  tx: DatabaseOrTransaction,
  visitId: string,
  lane: MatchLane | null,
  nowMs: number,
): Promise<void> {
  await tx
    .update(visits)
    .set({ lane, laneSince: lane === null ? null : new Date(nowMs) })
    .where(and(eq(visits.id, visitId), sql`${visits.lane} is distinct from ${lane}`));
}

/** Changes columns of a visit; the state of the current visit is that of its container. */
export async function updateVisit(
  tx: DatabaseOrTransaction,
  visitId: string,
  change: Partial<Omit<VisitRow, "id" | "containerId" | "lane" | "laneSince">>,
): Promise<void> {
  await tx.update(visits).set(change).where(eq(visits.id, visitId));
}

/**
 * Moves a visit with all its records to another locked container, under a number there. `state` is its state, or null
 * where it becomes the current visit.
 */
export async function moveVisit(
  tx: DatabaseOrTransaction,
  from: Pick<VisitRow, "id" | "containerId">,
  to: { containerId: string; number: number; state: VisitState | null },
): Promise<void> {
  const { containerId, number, state } = to;
  const none = { status: null, ...attachedColumns([]), categoryScan: null, categoryScanOrderedAt: null };
  const { status, manifestId, furtherManifestIds, categoryScan, categoryScanOrderedAt } = state ?? none;
  await tx
    .update(visits)
    .set({ containerId, number, status, manifestId, furtherManifestIds, categoryScan, categoryScanOrderedAt })
    .where(eq(visits.id, from.id));
  await moveRecords(tx, from, { id: from.id, containerId });
}

/** Marks a visit that was only registered as scanned; every other status stays. */
export async function markScanned(
  tx: DatabaseOrTransaction,
  { containerId, visitId }: { containerId: string; visitId: string },
  nowMs: number,
): Promise<void> {
  const status: ContainerStatus = "SCANNED";
  const isCurrent = and(eq(containers.id, containerId), eq(containers.visitId, visitId));
  await tx
    .update(containers)
    .set({ status, version: sql`${containers.version} + 1`, updatedAt: new Date(nowMs) })
    .where(and(isCurrent, eq(containers.status, "REGISTERED")));
  await tx
    .update(visits)
    .set({ status })
    .where(and(eq(visits.id, visitId), eq(visits.status, "REGISTERED")));
}

/** Moves all records of a visit to another one, which may be of another container. Both containers are locked. */
export async function moveRecords(
  tx: DatabaseOrTransaction,
  from: Pick<VisitRow, "id" | "containerId">,
  to: Pick<VisitRow, "id" | "containerId">,
): Promise<void> {
  for (const table of [scans, evidence, escalations, examinations] as const)
    await tx
      .update(table)
      .set({ containerId: to.containerId, visitId: to.id })
      .where(and(eq(table.containerId, from.containerId), eq(table.visitId, from.id)));
  const { aboutVisitIds } = escalations;
  await tx
    .update(escalations)
    .set({ aboutVisitIds: sql`array_replace(${aboutVisitIds}, ${from.id}, ${to.id})` })
    .where(
      and(
        inArray(escalations.containerId, [from.containerId, to.containerId]),
        sql`${from.id} = any(${aboutVisitIds})`,
      ),
    );
}
