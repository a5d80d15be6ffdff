import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { Audit } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { newFindings } from "../../match/rules/same-finding.ts";
import type { ManifestRow } from "../record/manifest-store.ts";
import type { Needs } from "../parts.ts";
import { findPictures } from "../pictures/picture-store.ts";
import { findVisits } from "../record/visit-store.ts";
import type { HeldContainer } from "../record/visited-container.ts";
import { criticalFindings, sourceOf } from "./escalation-rules.ts";
import { summariseFindings } from "../record/reason-rules.ts";
import { findDecidedFindings } from "./escalation-store.ts";
import { raiseEscalation } from "./raise-escalation.ts";

/** A recorded scan, and the findings of all pictures of the visit that it belongs to. */
type JudgedScan = { id: string; visitId: string; findings: readonly MatchFinding[]; attached: readonly ManifestRow[] };

/**
 * Escalates a container, which the transaction holds locked, for critical findings of the visit of a recorded scan. A
 * finding that a person already decided about on this visit is not raised again in the same place. A late scan of an
 * earlier visit escalates the container in its current state: the supervisor who decides about it must know. Returns
 * true if it escalated.
 */
export async function escalateFindings(
  tx: DatabaseOrTransaction,
  { jobs, newId, nowMs }: Needs<"jobs" | "newId" | "nowMs">,
  { scan, held, audit }: { scan: JudgedScan; held: HeldContainer; audit: Audit },
): Promise<boolean> {
  const critical = criticalFindings(scan.findings);
  if (critical.length === 0) return false;
  const { container } = held;
  const decided = await findDecidedFindings(tx, {
    containerId: container.id,
    visitId: scan.visitId,
    attached: scan.attached,
  });
  const pictures = decided.length === 0 ? [] : await findPictures(tx, { id: scan.visitId, containerId: container.id });
  const findings = newFindings(critical, decided, pictures);
  if (findings.length === 0) return false;
  const reason = String(summariseFindings(findings, await earlierVisitOf(tx, held, scan.visitId)));
  const shownOn = findings.flatMap(({ evidence }) => evidence?.map(({ scanId }) => scanId) ?? []);
  const raised = {
    container,
    source: sourceOf(findings),
    reason,
    scanId: shownOn.includes(scan.id) ? scan.id : (shownOn[0] ?? scan.id),
    scanVisitId: scan.visitId,
    findings,
    raisedById: null,
  };
  return (await raiseEscalation(tx, { jobs, audit, newId, nowMs: nowMs() }, raised)) !== undefined;
}

async function earlierVisitOf(tx: DatabaseOrTransaction, { container, visit }: HeldContainer, visitId: string) {
  if (visitId === visit.id) return undefined;
  return (await findVisits(tx, container.id)).find(({ id }) => id === visitId)?.number;
}
