import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { escalations, scans, visits } from "../../platform/db/tables.ts";
import { changeStatus } from "../escalations/change-status.ts";
import { statusAfter } from "../escalations/escalation-rules.ts";
import type { MergeParts } from "../merging/merge-records.ts";
import { readBackContainer } from "../record/container-store.ts";
import { setVisitDecision } from "../record/visit-store.ts";

type Left = { containerId: string; visitIds: readonly string[]; escalationMoved: boolean };

/**
 * Sets the status of a container that records have left: the one it had before its escalation, where that has left with
 * them; a visit without scans is no longer scanned.
 */
export async function settleLeft(
  tx: DatabaseOrTransaction,
  parts: MergeParts,
  { containerId, visitIds, escalationMoved }: Left,
): Promise<void> {
  const { container, visit } = await readBackContainer(tx, containerId);
  const hasScans = async (visitId: string) =>
    (await tx.$count(scans, and(eq(scans.containerId, containerId), eq(scans.visitId, visitId)))) > 0;
  const unscanned = (await hasScans(visit.id)) ? ("SCANNED" as const) : ("REGISTERED" as const);
  if (escalationMoved) {
    const decided = await findDecision(tx, { containerId, visitId: visit.id });
    await changeStatus(tx, parts, container, decided ? statusAfter[decided.decision] : unscanned);
    if (decided) await setVisitDecision(tx, visit.id, decided);
  } else if (container.status === "SCANNED" && unscanned === "REGISTERED")
    await changeStatus(tx, parts, container, "REGISTERED");
  for (const visitId of visitIds)
    if (visitId !== visit.id && !(await hasScans(visitId))) await unmarkScanned(tx, visitId);
}

async function unmarkScanned(tx: DatabaseOrTransaction, visitId: string): Promise<void> {
  const isScanned = and(eq(visits.id, visitId), eq(visits.status, "SCANNED"));
  await tx.update(visits).set({ status: "REGISTERED" }).where(isScanned);
}

/** The last decision about a visit. */
async function findDecision(
  tx: DatabaseOrTransaction,
  { containerId, visitId }: { containerId: string; visitId: string },
) {
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
