import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { fileJudgement } from "../judging/judge-pictures.ts";
import { judgeVisit } from "../judging/judge-visit.ts";
import type { Needs } from "../parts.ts";
import { findVisits, type VisitRow } from "../record/visit-store.ts";
import type { FoundEscalation } from "./escalation-store.ts";

/**
 * Judges the basis of a decision: the container on its current visit, and the pictures of earlier visits whose late
 * scans the escalation is about.
 */
export async function judgeDecision(
  tx: DatabaseOrTransaction,
  { matchRules, nowMs }: Needs<"matchRules"> & { nowMs: number },
  { escalation, container }: FoundEscalation,
): Promise<ReturnType<typeof fileJudgement>> {
  const judge = async (on: typeof container) => {
    const rules = await matchRules.ofVisit(tx, { id: on.visitId, containerId: on.id });
    const { judged, judgement } = await judgeVisit(tx, on, rules);
    return fileJudgement(judgement, judged, rules, nowMs);
  };
  const { stored, versions } = await judge(container);
  const isEarlier = ({ id }: VisitRow) => id !== container.visitId && escalation.aboutVisitIds.includes(id);
  const visits = escalation.aboutVisitIds.length === 0 ? [] : await findVisits(tx, container.id);
  for (const { id: visitId, manifestId, furtherManifestIds } of visits.filter(isEarlier)) {
    const late = (await judge({ ...container, visitId, manifestId, furtherManifestIds })).stored;
    stored.findings.push(...late.findings.filter(({ evidence }) => evidence !== undefined));
    stored.scanIds.push(...late.scanIds);
  }
  return { stored, versions };
}
