import type { Escalation } from "@container-inspection/shared-schemas/escalations";
import type { FoundEscalation } from "./escalation-store.ts";
import { phraseOfReason } from "../record/reason-rules.ts";

/** An escalation as replies show it. */
export function presentEscalation({ escalation, container, ...people }: FoundEscalation): Escalation {
  const { id, state, source, reason, scanId, findings, decision, decisionReason } = escalation;
  const reasonPhrase = phraseOfReason(escalation);
  return {
    id,
    container: { id: container.id, containerNumber: container.containerNumber, status: container.status },
    state,
    source,
    reason,
    ...(reasonPhrase && { reasonPhrase }),
    scanId,
    findings,
    raisedBy: people.raisedBy,
    claimedBy: people.claimedBy,
    claimedAt: escalation.claimedAt?.toISOString() ?? null,
    decision,
    decisionReason,
    resolvedBy: people.resolvedBy,
    resolvedAt: escalation.resolvedAt?.toISOString() ?? null,
    createdAt: escalation.createdAt.toISOString(),
    updatedAt: escalation.updatedAt.toISOString(),
  };
}
