import type { EscalationSource } from "@container-inspection/shared-schemas/escalations";
import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { Audit } from "../../journal/audit/create-audit.ts";
import { changeStatus } from "./change-status.ts";
import type { ContainerRow } from "../record/container-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { notifySupervisors } from "../../notices/push/notify-supervisors.ts";
import { setVisitDecision } from "../record/visit-store.ts";
import { addFindings } from "./add-findings.ts";
import { insertEscalation } from "./escalation-store.ts";

export type RaisedEscalation = {
  container: Pick<ContainerRow, "id" | "status" | "visitId" | "containerNumber">;
  source: EscalationSource;
  reason: string;
  /** The scan that raises the escalation, and its critical findings. */
  scanId: string | null;
  findings: MatchFinding[];
  /** The visit of that scan; the container may be on a later one. */
  scanVisitId?: string;
  /** Null when a scan raises it. */
  raisedById: string | null;
};

/**
 * Raises an escalation of a container, which the transaction holds locked: the container becomes ESCALATED, its visit
 * is open again, and the supervisors are notified. A container that is held stays HELD. Returns the escalation's id;
 * undefined when the container already has an open one, which gets the findings.
 */
export async function raiseEscalation(
  tx: DatabaseOrTransaction,
  { jobs, audit, newId, nowMs }: { jobs: Jobs; audit: Audit; newId: () => string; nowMs: number },
  { container, scanVisitId = container.visitId, ...raised }: RaisedEscalation,
): Promise<string | undefined> {
  const id = newId();
  const isNew = await insertEscalation(tx, {
    id,
    containerId: container.id,
    visitId: container.visitId,
    aboutVisitIds: scanVisitId === container.visitId ? [] : [scanVisitId],
    ...raised,
    createdAt: new Date(nowMs),
  });
  if (!isNew) {
    await addFindings(tx, { jobs, audit, nowMs }, { container, scanVisitId, ...raised });
    return undefined;
  }
  const [subject, after] = [
    { type: "escalation", id },
    { containerId: container.id, ...raised },
  ];
  await audit(tx, { action: "escalation.raise", subject, before: null, after });
  const event = { containerId: container.id, escalationId: id, source: raised.source };
  await recordEvent(tx, { kind: "escalation.raised", ...event }, nowMs);
  const status = await changeStatus(tx, { audit, nowMs }, container, "ESCALATED");
  if (status === "ESCALATED") await setVisitDecision(tx, container.visitId, null);
  const { id: containerId, containerNumber } = container;
  const { reason, raisedById } = raised;
  await notifySupervisors(tx, jobs, {
    kind: "escalation",
    title: `Container ${containerNumber} is escalated`,
    body: reason,
    data: { escalationId: id, containerId, containerNumber, reason },
    collapseKey: id,
    exceptUserId: raisedById,
  });
  return id;
}
