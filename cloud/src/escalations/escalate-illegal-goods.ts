import type { Detection, ScanType } from "@container-inspection/shared-schemas";
import type { Audit } from "../audit/create-audit.ts";
import { lockContainer } from "../containers/container-store.ts";
import type { DatabaseOrTransaction } from "../db/connect.ts";
import type { Parts } from "../parts.ts";
import { illegalFindings, summariseFindings } from "./escalation-rules.ts";
import { raiseEscalation } from "./raise-escalation.ts";

type FinishedScan = { id: string; type: ScanType; containerId: string; detections: readonly Detection[] };

/**
 * Escalates the container of a scan that found illegal goods. `write` puts the scan on record: it runs while the container is
 * held, since its row may not be asked for after the scan refers to it, or two scans at once would wait for each other.
 */
export async function escalateIllegalGoods(
  tx: DatabaseOrTransaction,
  { settings, jobs, newId, nowMs }: Parts,
  { scan, audit, write }: { scan: FinishedScan; audit: Audit; write: () => Promise<void> },
): Promise<void> {
  const findings =
    scan.type === "illegal" ? illegalFindings(scan.detections, settings.illegalEscalationConfidence) : [];
  const found = findings.length > 0 ? await lockContainer(tx, scan.containerId) : undefined;
  await write();
  if (!found) return;
  const { container } = found;
  const reason = summariseFindings(findings);
  const raised = { container, source: "illegal" as const, reason, scanId: scan.id, findings, raisedById: null };
  await raiseEscalation(tx, { jobs, audit, newId, nowMs: nowMs() }, raised);
}
