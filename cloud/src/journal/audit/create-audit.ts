import type { AuditActor } from "@container-inspection/shared-schemas/audit";
import type { Clock } from "../../platform/clock.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext, Caller, EdgeCaller } from "../../platform/http/context.ts";
import { insertAuditEntry } from "./audit-store.ts";

type Snapshot = Record<string, unknown>;

/**
 * A write as the log keeps it: the action, its subject, and the subject's state before (null: created) and after (null:
 * deleted).
 */
type AuditedWrite = {
  /** Subject and verb, such as `container.set-number`. */
  action: string;
  subject: { type: string; id: string };
  before: Snapshot | null;
  after: Snapshot | null;
};

/**
 * Adds a write to the audit log, in the transaction of its effects. Of an update, only the changed fields are kept; an
 * update without any is not added.
 */
export type Audit = (tx: DatabaseOrTransaction, write: AuditedWrite) => Promise<void>;

type AuditParts = { newId: () => string; nowMs: Clock };

/**
 * Creates the audit log of a request. Its entries name the user or the edge device, or `edge` for the shared edge key.
 */
export function auditOf(c: AppContext, parts: AuditParts): Audit {
  return createAudit(parts, { actor: actorOf(c), requestId: c.get("requestId") });
}

function actorOf(c: AppContext): AuditActor {
  const caller: Caller | undefined = c.get("caller");
  if (caller) return { type: "user", id: caller.userId, name: caller.email };
  const edge: EdgeCaller | undefined = c.get("edgeCaller");
  return { type: "edge", id: edge?.device?.id ?? null, name: edge?.device?.name ?? "edge" };
}

/** Creates the audit log of a request without a session, such as accepting an invite, once its account is known. */
export type AuditAs = (account: { id: string; email: string }) => Audit;

/** Prepares the audit log of a request whose account becomes known while it is handled. */
export function auditAsOf(c: AppContext, parts: AuditParts): AuditAs {
  return ({ id, email }) =>
    createAudit(parts, { actor: { type: "user", id, name: email }, requestId: c.get("requestId") });
}

/** Creates the audit log of a job that a user has started. */
export function auditOfUser(parts: AuditParts, { id, email }: { id: string; email: string }): Audit {
  return createAudit(parts, { actor: { type: "user", id, name: email }, requestId: null });
}

/** Creates the audit log of a request whose user is unknown. */
export function auditOfAnonymous(parts: AuditParts, requestId: string | null): Audit {
  return createAudit(parts, { actor: { type: "anonymous", id: null, name: "anonymous" }, requestId });
}

/** Creates the audit log of the service's own work, such as a job. */
export function auditOfService(parts: AuditParts): Audit {
  return createAudit(parts, { actor: { type: "system", id: null, name: "system" }, requestId: null });
}

/** Creates the audit log of commands that are run on the service's machine. */
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
