import type { EscalationSource } from "@container-inspection/shared-schemas/escalations";
import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { Audit } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { notifySupervisors } from "../../notices/push/notify-supervisors.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { extendWith } from "./escalation-rules.ts";
import { addAboutVisit, extendEscalation, findOpenEscalation, readBackEscalation } from "./escalation-store.ts";
import { presentEscalation } from "./present-escalation.ts";

type Found = {
  container: { id: string; containerNumber: string };
  source: EscalationSource;
  reason: string;
  scanId: string | null;
  scanVisitId: string;
  findings: MatchFinding[];
};

/**
 * Adds critical findings to the open escalation of a container, which the transaction holds locked, so that its
 * decision covers them, too. Supervisors are notified if the new findings are more severe than the previous ones.
 */
export async function addFindings(
  tx: DatabaseOrTransaction,
  { jobs, audit, nowMs }: { jobs: Jobs; audit: Audit; nowMs: number },
  { container, source, reason, scanId, scanVisitId, findings }: Found,
): Promise<void> {
  const open = await findOpenEscalation(tx, container.id);
  // The decision covers the findings of that visit even if they add nothing to decide about.
  if (open) await addAboutVisit(tx, open.escalation, scanVisitId);
  const extended = open && extendWith(open.escalation, { findings, scanId });
  if (!extended) return;
  const { id } = open.escalation;
  await extendEscalation(tx, id, { ...extended, updatedAt: new Date(nowMs) });
  const [before, after] = [presentEscalation(open), presentEscalation(await readBackEscalation(tx, id))];
  await audit(tx, { action: "escalation.extend", subject: { type: "escalation", id }, before, after });
  const event = { containerId: container.id, escalationId: id, source: extended.source };
  await recordEvent(tx, { kind: "escalation.extended", ...event }, nowMs);
  if (extended.source === open.escalation.source) return;
  const { containerNumber } = container;
  await notifySupervisors(tx, jobs, {
    kind: "escalation",
    title: `More was found in container ${containerNumber}`,
    body: reason,
    data: { escalationId: id, containerId: container.id, containerNumber, reason },
    collapseKey: `${id}-${source}`,
    exceptUserId: null,
  });
}
