import type { Audit } from "../../journal/audit/create-audit.ts";
import type { ContainerRow } from "../record/container-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { newFindings } from "../../match/rules/same-finding.ts";
import {
  extendEscalation,
  findOpenEscalation,
  findStandingHolds,
  type FoundEscalation,
  readBackEscalation,
} from "../escalations/escalation-store.ts";
import { endEscalation, renewDecisions } from "./merge-store.ts";
import { presentEscalation } from "../escalations/present-escalation.ts";

type MergeParts = { audit: Audit; nowMs: number; userId: string };

/**
 * Prepares the escalations of two locked containers for their merge: what holds one of them is not undone by an earlier
 * decision on the other, and of two open escalations the target's continues with the reasons and findings of both.
 */
export async function mergeEscalations(
  tx: DatabaseOrTransaction,
  parts: MergeParts,
  { merged, target }: { merged: ContainerRow; target: ContainerRow },
): Promise<void> {
  const holds = [...(await findStandingHolds(tx, merged.id)), ...(await findStandingHolds(tx, target.id))];
  const renewal = { containerIds: [merged.id, target.id], nowMs: parts.nowMs };
  await renewDecisions(
    tx,
    holds.map((hold) => hold.id),
    renewal,
  );
  const [ending, kept] = [await findOpenEscalation(tx, merged.id), await findOpenEscalation(tx, target.id)];
  if (!ending || !kept) return;
  const [from, into] = [ending.container.containerNumber, kept.container.containerNumber];
  await foldEscalation(tx, parts, { ending, kept, why: `${from} was merged into ${into}` });
}

export type FoldedEscalation = {
  ending: FoundEscalation;
  kept: FoundEscalation;
  why: string;
  /** The visits that the ending one is about; its own unless given. */
  visitIds?: readonly string[];
};

const visitsOf = ({ escalation }: FoundEscalation) => [...escalation.aboutVisitIds, escalation.visitId];

/**
 * Ends an open escalation in favour of another one, which gets its reason and findings and, unless it is claimed
 * already, its claim. `why` continues the sentence that states where it is continued.
 */
export async function foldEscalation(
  tx: DatabaseOrTransaction,
  { audit, nowMs, userId }: MergeParts,
  { ending, kept, why, visitIds = visitsOf(ending) }: FoldedEscalation,
): Promise<void> {
  const [from, into] = [ending.escalation, kept.escalation];
  const fromNumber = ending.container.containerNumber;
  const { state, claimedById, claimedAt } = into.state === "OPEN" ? from : into;
  await extendEscalation(tx, into.id, {
    state,
    claimedById,
    claimedAt,
    reason: `${into.reason} (and as ${fromNumber}: ${from.reason})`,
    findings: [...into.findings, ...newFindings(from.findings, into.findings, [])],
    scanId: into.scanId ?? from.scanId,
    aboutVisitIds: [...new Set([...into.aboutVisitIds, ...visitIds])],
    updatedAt: new Date(nowMs),
  });
  await endEscalation(tx, from.id, { why: `Continued in escalation ${into.id}: ${why}.`, userId, nowMs });
  const event = { containerId: kept.container.id, escalationId: from.id, decision: null };
  await recordEvent(tx, { kind: "escalation.resolved", ...event }, nowMs);
  for (const before of [ending, kept]) {
    const { id } = before.escalation;
    const states = { before: presentEscalation(before), after: presentEscalation(await readBackEscalation(tx, id)) };
    await audit(tx, { action: "escalation.fold", subject: { type: "escalation", id }, ...states });
  }
}
