import { and, desc, eq, inArray, ne } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { escalations } from "../../platform/db/review-tables.ts";
import { findEscalation, type FoundEscalation, nextDecisionTime } from "./escalation-store.ts";

type EscalationRow = typeof escalations.$inferSelect;

/** The escalation of a container that is not resolved, if any. */
export async function findOpenEscalation(
  tx: DatabaseOrTransaction,
  containerId: string,
): Promise<FoundEscalation | undefined> {
  const [open] = await tx
    .select({ id: escalations.id })
    .from(escalations)
    .where(and(eq(escalations.containerId, containerId), ne(escalations.state, "RESOLVED")))
    .orderBy(desc(escalations.id));
  return open && findEscalation(tx, open.id);
}

/** Has decisions on two locked containers count as taken after all others on them, so that no decision on the other one undoes them. */
export async function renewDecisions(
  tx: DatabaseOrTransaction,
  ids: readonly string[],
  { containerIds, nowMs }: { containerIds: readonly string[]; nowMs: number },
): Promise<void> {
  await tx
    .update(escalations)
    .set({ updatedAt: nextDecisionTime(containerIds, nowMs) })
    .where(inArray(escalations.id, [...ids]));
}

/** Gives an open escalation what another one brings. */
export async function extendEscalation(
  tx: DatabaseOrTransaction,
  id: string,
  more: Pick<EscalationRow, "state" | "reason" | "findings" | "scanId" | "claimedById" | "claimedAt" | "updatedAt">,
): Promise<void> {
  await tx.update(escalations).set(more).where(eq(escalations.id, id));
}

/** Ends an escalation without a decision: another one goes on with it. */
export async function endEscalation(
  tx: DatabaseOrTransaction,
  id: string,
  end: { why: string; userId: string; nowMs: number },
): Promise<void> {
  const at = new Date(end.nowMs);
  await tx
    .update(escalations)
    .set({ state: "RESOLVED", decisionReason: end.why, resolvedById: end.userId, resolvedAt: at, updatedAt: at })
    .where(eq(escalations.id, id));
}
