import type { Detection, ScanType } from "@container-inspection/shared-schemas";
import type { Audit } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { findVisits } from "../visits/visit-store.ts";
import type { HeldContainer } from "../visits/visited-container.ts";
import { illegalFindings, summariseFindings } from "./escalation-rules.ts";
import { raiseEscalation } from "./raise-escalation.ts";

type FinishedScan = { id: string; type: ScanType; visitId: string; detections: readonly Detection[] };

/** Escalates a container, which the transaction holds locked, for a scan on record that found illegal goods. */
export async function escalateIllegalGoods(
  tx: DatabaseOrTransaction,
  { settings, jobs, newId, nowMs }: Needs<"settings" | "jobs" | "newId" | "nowMs">,
  { scan, held, audit }: { scan: FinishedScan; held: HeldContainer; audit: Audit },
): Promise<void> {
  if (scan.type !== "illegal") return;
  const findings = illegalFindings(scan.detections, settings.illegalEscalationConfidence);
  if (findings.length === 0) return;
  const { container } = held;
  const reason = summariseFindings(findings, await earlierVisitOf(tx, held, scan.visitId));
  const raised = { container, source: "illegal" as const, reason, scanId: scan.id, findings, raisedById: null };
  await raiseEscalation(tx, { jobs, audit, newId, nowMs: nowMs() }, raised);
}

async function earlierVisitOf(tx: DatabaseOrTransaction, { container, visit }: HeldContainer, visitId: string) {
  if (visitId === visit.id) return undefined;
  return (await findVisits(tx, container.id)).find(({ id }) => id === visitId)?.number;
}
