import type { AuditActor } from "@container-inspection/shared-schemas";
import type { Clock } from "../../platform/clock.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext, Caller, EdgeCaller } from "../../platform/http/context.ts";
import { insertAuditEntry } from "./audit-store.ts";

type Snapshot = Record<string, unknown>;

/** A write as the log keeps it: what it did to what, and how that stood before (null: not there) and after (null: gone). */
type AuditedWrite = {
  /** Subject and verb, such as `container.set-number`. */
  action: string;
  subject: { type: string; id: string };
  before: Snapshot | null;
  after: Snapshot | null;
};

/** Puts a write into the audit log, in the transaction of its effects. Of an update, only the fields that changed are kept, and nothing when none did. */
export type Audit = (tx: DatabaseOrTransaction, write: AuditedWrite) => Promise<void>;

type AuditParts = { newId: () => string; nowMs: Clock };

/** The audit log of one request: its entries name the caller, the edge device, or the edge where the shared key signed. */
export function auditOf(c: AppContext, parts: AuditParts): Audit {
  return createAudit(parts, { actor: actorOf(c), requestId: c.get("requestId") });
}

function actorOf(c: AppContext): AuditActor {
  const caller: Caller | undefined = c.get("caller");
  if (caller) return { type: "user", id: caller.userId, name: caller.email };
  const edge: EdgeCaller | undefined = c.get("edgeCaller");
  return { type: "edge", id: edge?.device?.id ?? null, name: edge?.device?.name ?? "edge" };
}

/** The audit log of a request that no session signs, such as accepting an invite, once it is known whose account it is about. */
export type AuditAs = (account: { id: string; email: string }) => Audit;

/** Makes the audit log of a request whose caller becomes known on the way. */
export function auditAsOf(c: AppContext, parts: AuditParts): AuditAs {
  return ({ id, email }) =>
    createAudit(parts, { actor: { type: "user", id, name: email }, requestId: c.get("requestId") });
}

/** The audit log of a request by somebody who stays unknown. */
export function auditOfAnonymous(parts: AuditParts, requestId: string | null): Audit {
  return createAudit(parts, { actor: { type: "anonymous", id: null, name: "anonymous" }, requestId });
}

/** The audit log of what the service does by itself, such as a job. */
export function auditOfService(parts: AuditParts): Audit {
  return createAudit(parts, { actor: { type: "system", id: null, name: "system" }, requestId: null });
}

/** The audit log of what somebody does on the command line of the service's machine. */
export function auditOfCommandLine(parts: AuditParts): Audit {
  return createAudit(parts, { actor: { type: "system", id: null, name: "command line" }, requestId: null });
}

function createAudit({ newId, nowMs }: AuditParts, source: { actor: AuditActor; requestId: string | null }): Audit {
  const { actor, requestId } = source;
  return async (tx, { action, subject, before, after }) => {
    const kept = before && after ? changedFields(before, after) : { before, after };
    if (before && after && Object.keys({ ...kept.before, ...kept.after }).length === 0) return;
    await insertAuditEntry(tx, {
      id: newId(),
      at: new Date(nowMs()),
      actorType: actor.type,
      actorId: actor.id,
      actorName: actor.name,
      action,
      subjectType: subject.type,
      subjectId: subject.id,
      ...kept,
      requestId,
    });
  };
}

/** Both states of an update, without the top-level fields that are equal in both. */
export function changedFields(before: Snapshot, after: Snapshot): { before: Snapshot; after: Snapshot } {
  const names = Object.keys({ ...before, ...after });
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (state: Snapshot) =>
    Object.fromEntries(changed.filter((name) => name in state).map((name) => [name, state[name]]));
  return { before: pick(before), after: pick(after) };
}
