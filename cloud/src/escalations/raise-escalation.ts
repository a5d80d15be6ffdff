import type { EscalationSource, MatchFinding } from "@container-inspection/shared-schemas";
import type { Audit } from "../audit/create-audit.ts";
import { changeStatus } from "./change-status.ts";
import { type ContainerRow } from "../containers/container-store.ts";
import type { DatabaseOrTransaction } from "../db/connect.ts";
import { insertEscalation } from "./escalation-store.ts";

export type RaisedEscalation = {
  container: Pick<ContainerRow, "id" | "status">;
  source: EscalationSource;
  reason: string;
  /** The scan that raises it, and what was critical about it. */
  scanId: string | null;
  findings: MatchFinding[];
  /** Null when a scan raises it. */
  raisedById: string | null;
};

/**
 * Puts a container, which the transaction holds locked, before the supervisors: it becomes ESCALATED. Answers the
 * escalation's id; undefined when one is open already, which stays as it is.
 */
export async function raiseEscalation(
  tx: DatabaseOrTransaction,
  { audit, newId, nowMs }: { audit: Audit; newId: () => string; nowMs: number },
  { container, ...raised }: RaisedEscalation,
): Promise<string | undefined> {
  const id = newId();
  const isNew = await insertEscalation(tx, {
    id,
    containerId: container.id,
    ...raised,
    createdAt: new Date(nowMs),
  });
  if (!isNew) return undefined;
  const [subject, after] = [
    { type: "escalation", id },
    { containerId: container.id, ...raised },
  ];
  await audit(tx, { action: "escalation.raise", subject, before: null, after });
  await changeStatus(tx, { audit, nowMs }, container, "ESCALATED");
  return id;
}
