import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { changeStatus } from "../escalations/change-status.ts";
import { statusAfter } from "../escalations/escalation-rules.ts";
import type { MergeParts } from "../merging/merge-records.ts";
import { readBackContainer } from "../record/container-store.ts";
import { setVisitDecision } from "../record/visit-store.ts";
import { findLastDecision, hasScans, unmarkScanned } from "./moved-records-store.ts";

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
  const isScanned = (visitId: string) => hasScans(tx, { containerId, visitId });
  const unscanned = (await isScanned(visit.id)) ? ("SCANNED" as const) : ("REGISTERED" as const);
  if (escalationMoved) {
    const decided = await findLastDecision(tx, { containerId, visitId: visit.id });
    await changeStatus(tx, parts, container, decided ? statusAfter[decided.decision] : unscanned);
    if (decided) await setVisitDecision(tx, visit.id, decided);
  } else if (container.status === "SCANNED" && unscanned === "REGISTERED")
    await changeStatus(tx, parts, container, "REGISTERED");
  for (const visitId of visitIds)
    if (visitId !== visit.id && !(await isScanned(visitId))) await unmarkScanned(tx, visitId);
}
