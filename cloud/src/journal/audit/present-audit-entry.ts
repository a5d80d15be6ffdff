import type { AuditEntry } from "@container-inspection/shared-schemas/audit";
import type { AuditRow } from "./audit-store.ts";

/** An entry as replies show it. */
export function presentAuditEntry(row: AuditRow): AuditEntry {
  const { id, action, before, after, requestId } = row;
  return {
    id,
    at: row.at.toISOString(),
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    action,
    subject: { type: row.subjectType, id: row.subjectId },
    before,
    after,
    requestId,
  };
}
