import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers, escalations, evidence, examinations, scans, visits } from "../../platform/db/tables.ts";
import { scanTakenAt, takenAt } from "../pictures/taken-at-store.ts";

/** A visit of a container. */
export type VisitPlace = { containerId: string; visitId: string };

/** Moves scans and photos to a visit of another container. */
export async function moveRecordRows(
  tx: DatabaseOrTransaction,
  place: VisitPlace,
  { scanIds, evidenceIds }: { scanIds: readonly string[]; evidenceIds: readonly string[] },
): Promise<void> {
  await tx.update(scans).set(place).where(inArray(scans.id, scanIds));
  await tx.update(evidence).set(place).where(inArray(evidence.id, evidenceIds));
}

/** Moves an escalation to another container and its current visit. */
export async function moveEscalationRow(
  tx: DatabaseOrTransaction,
  id: string,
  place: VisitPlace & { aboutVisitIds: string[] },
): Promise<void> {
  await tx.update(escalations).set(place).where(eq(escalations.id, id));
}

/** True for a container under which nothing is recorded. */
export async function isWithoutRecords(tx: DatabaseOrTransaction, containerId: string): Promise<boolean> {
  for (const table of [scans, evidence, escalations, examinations] as const)
    if ((await tx.$count(table, eq(table.containerId, containerId))) > 0) return false;
  return true;
}

export const hasScans = async (tx: DatabaseOrTransaction, place: VisitPlace): Promise<boolean> =>
  (await tx.$count(scans, isOf(scans, place))) > 0;

export const isCurrentVisit = async (tx: DatabaseOrTransaction, place: VisitPlace): Promise<boolean> =>
  (await tx.$count(containers, and(eq(containers.id, place.containerId), eq(containers.visitId, place.visitId)))) > 0;

/** The newest category scan of a device on a visit, with its time. */
export async function findNewestCategoryScan(tx: DatabaseOrTransaction, place: VisitPlace) {
  const [newest] = await tx
    .select({ scan: scans, at: scanTakenAt })
    .from(scans)
    .where(and(isOf(scans, place), eq(scans.type, "category"), eq(scans.source, "edge")))
    .orderBy(desc(scanTakenAt), desc(scans.id))
    .limit(1);
  return newest;
}

/** The last decision about a visit. */
export async function findLastDecision(tx: DatabaseOrTransaction, { containerId, visitId }: VisitPlace) {
  const { decision, resolvedAt, updatedAt, id } = escalations;
  const [last] = await tx
    .select({ decision, at: resolvedAt })
    .from(escalations)
    .where(and(eq(escalations.containerId, containerId), eq(escalations.visitId, visitId), isNotNull(decision)))
    .orderBy(desc(updatedAt), desc(id))
    .limit(1);
  if (!last || last.decision === null || last.at === null) return undefined;
  return { decision: last.decision, at: last.at };
}

/** A visit without scans is no longer scanned. */
export async function unmarkScanned(tx: DatabaseOrTransaction, visitId: string): Promise<void> {
  const isScanned = and(eq(visits.id, visitId), eq(visits.status, "SCANNED"));
  await tx.update(visits).set({ status: "REGISTERED" }).where(isScanned);
}

/** The times of the first and the last record on a visit; undefined without any. */
export async function findSpan(
  tx: DatabaseOrTransaction,
  place: VisitPlace,
): Promise<{ from: Date; to: Date } | undefined> {
  const spanOf = async (table: typeof scans | typeof evidence, name: string) => {
    const at = takenAt(name);
    const isKept = table === evidence ? isNull(evidence.deletedAt) : undefined;
    const ms = (one: SQL) => sql<number | null>`(extract(epoch from ${one}) * 1000)::float8`;
    const [span] = await tx
      .select({ from: ms(sql`min(${at})`), to: ms(sql`max(${at})`) })
      .from(table)
      .where(and(isOf(table, place), isKept));
    return [span?.from, span?.to].flatMap((one) => one ?? []);
  };
  const times = [...(await spanOf(scans, "scans")), ...(await spanOf(evidence, "evidence"))];
  if (times.length === 0) return undefined;
  return { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) };
}

/** Sets when a visit began, unless a person opened it, who stated when. */
export async function setEdgeVisitBegin(tx: DatabaseOrTransaction, visitId: string, openedAt: Date): Promise<void> {
  await tx
    .update(visits)
    .set({ openedAt })
    .where(and(eq(visits.id, visitId), eq(visits.openedBy, "edge")));
}

const isOf = (table: typeof scans | typeof evidence, { containerId, visitId }: VisitPlace) =>
  and(eq(table.containerId, containerId), eq(table.visitId, visitId));
