import type { EscalationDecision } from "@container-inspection/shared-schemas/escalations";
import type { MatchFinding, StoredMatch } from "@container-inspection/shared-schemas/manifest-match";
import { and, desc, eq, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { lockContainerOrTarget } from "../record/container-store.ts";
import { isStandingHold } from "../record/standing-store.ts";
import { countRows } from "../../platform/db/count-rows.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers, escalations, users } from "../../platform/db/tables.ts";
import type { StandingHold } from "./escalation-rules.ts";

type EscalationRow = typeof escalations.$inferSelect;
type Person = { id: string; email: string };
/** An escalation with its container and the people in it. */
export type FoundEscalation = {
  escalation: EscalationRow;
  container: Pick<
    typeof containers.$inferSelect,
    "id" | "ownerId" | "visitId" | "containerNumber" | "sizeType" | "status" | "manifestId" | "furtherManifestIds"
  >;
  raisedBy: Person | null;
  claimedBy: Person | null;
  resolvedBy: Person | null;
};

export type EscalationFilter = {
  state?: EscalationRow["state"] | undefined;
  containerId?: string | undefined;
  /** Those that are about this visit, as `isAbout` states. */
  visitId?: string | undefined;
  claimedById?: string | undefined;
  /** Cursor: id of an escalation; the page contains only escalations raised before it. */
  beforeId?: string | undefined;
  limit: number;
};

const isActive = isNull(containers.deletedAt);

export async function findEscalation(db: DatabaseOrTransaction, id: string): Promise<FoundEscalation | undefined> {
  const [found] = await selectFound(db).where(and(eq(escalations.id, id), isActive));
  return found;
}

/** Reads an escalation that this transaction has locked or created; throws when it is missing. */
export async function readBackEscalation(tx: DatabaseOrTransaction, id: string): Promise<FoundEscalation> {
  const found = await findEscalation(tx, id);
  if (!found) throw new Error(`the escalation ${id} vanished in the transaction that holds it`);
  return found;
}

/** The escalations with these ids that are found, by their ids. */
export async function findEscalationsById(
  db: DatabaseOrTransaction,
  ids: readonly string[],
): Promise<Map<string, FoundEscalation>> {
  if (ids.length === 0) return new Map();
  const rows = await selectFound(db).where(and(inArray(escalations.id, [...ids]), isActive));
  return new Map(rows.map((row) => [row.escalation.id, row]));
}

/**
 * Finds an escalation and locks it and its container until the transaction ends. The container is locked first, as in
 * transactions that raise escalations: otherwise the two could wait for each other. An escalation that a concurrent
 * merge moves is returned with its new container.
 */
export async function lockEscalation(tx: DatabaseOrTransaction, id: string): Promise<FoundEscalation | undefined> {
  const before = await findEscalation(tx, id);
  if (!before || !(await lockContainerOrTarget(tx, before.container.id))) return undefined;
  const [found] = await selectFound(tx)
    .where(and(eq(escalations.id, id), isActive))
    .for("update", { of: escalations });
  return found;
}

/** Escalations, newest first. */
export const findEscalations = async (
  db: DatabaseOrTransaction,
  filter: EscalationFilter,
): Promise<FoundEscalation[]> => escalationsOf(db, filter);

/** Counts the escalations of a list on all its pages. */
export const countEscalations = (db: DatabaseOrTransaction, filter: Omit<EscalationFilter, "beforeId" | "limit">) =>
  countRows(db, (limit) => escalationsOf(db, { ...filter, limit }));

function escalationsOf(db: DatabaseOrTransaction, filter: EscalationFilter) {
  const { state, containerId, visitId, claimedById, beforeId, limit } = filter;
  return selectFound(db)
    .where(
      and(
        isActive,
        state && eq(escalations.state, state),
        containerId === undefined ? undefined : eq(escalations.containerId, containerId),
        visitId === undefined ? undefined : isAbout(visitId),
        claimedById === undefined ? undefined : eq(escalations.claimedById, claimedById),
        beforeId === undefined ? undefined : lt(escalations.id, beforeId),
      ),
    )
    .orderBy(desc(escalations.id))
    .limit(limit);
}

/**
 * Finds the hold decisions in force for a container, newest first: no later decision cleared them. Later decisions of
 * other kinds change the container's status only. Decisions are ordered by `updatedAt`, see `nextDecisionTime`.
 */
export async function findStandingHolds(db: DatabaseOrTransaction, containerId: string): Promise<StandingHold[]> {
  const { id, visitId, resolvedById, decisionReason, resolvedAt, updatedAt } = escalations;
  const found = await db
    .select({ id, visitId, resolvedById, email: users.email, reason: decisionReason, at: resolvedAt, updatedAt })
    .from(escalations)
    .leftJoin(users, eq(users.id, resolvedById))
    .where(and(eq(escalations.containerId, containerId), isStandingHold(db)))
    .orderBy(desc(updatedAt), desc(id));
  return found.map(({ email, reason, at, updatedAt: decidedAt, ...hold }) => ({
    ...hold,
    by: email ?? "a deleted user",
    reason: reason ?? "",
    at: at ?? decidedAt,
  }));
}

/**
 * The time of a decision on locked containers: now, or just after their last decision if another process, whose clock
 * is ahead, took that one. The order of decisions determines which holds are in force.
 */
export function nextDecisionTime(containerIds: readonly string[], nowMs: number) {
  const decided = alias(escalations, "decided");
  const isDecided = and(inArray(decided.containerId, [...containerIds]), eq(decided.state, "RESOLVED"));
  const last = sql`(select max(${decided.updatedAt}) from ${escalations} as decided where ${isDecided})`;
  return sql`greatest(${new Date(nowMs).toISOString()}::timestamptz, ${last} + interval '1 millisecond')`;
}

/**
 * True of the escalations that were raised on a visit, and of those that a late scan of it raised, or added to, while
 * the container was on a later one: that one they are filed on, since the container must be dealt with as it is now.
 */
export const isAbout = (visitId: string): SQL | undefined =>
  or(eq(escalations.visitId, visitId), sql`${visitId} = any(${escalations.aboutVisitIds})`);

/**
 * The findings that decisions about a visit were taken on. Those that rest on the documents alone count only on the
 * visit that was decided on, and while the same manifests are attached, unchanged.
 */
export async function findDecidedFindings(
  db: DatabaseOrTransaction,
  { containerId, visitId, attached }: { containerId: string; visitId: string; attached: readonly AttachedManifest[] },
): Promise<MatchFinding[]> {
  const rows = await db
    .select({ decidedOn: escalations.decidedOn, decidedVisitId: escalations.visitId })
    .from(escalations)
    .where(and(eq(escalations.containerId, containerId), eq(escalations.state, "RESOLVED"), isAbout(visitId)));
  return rows.flatMap(({ decidedOn, decidedVisitId }) => {
    if (!decidedOn) return [];
    const areSameDocuments = decidedVisitId === visitId && isOf(decidedOn, attached);
    return decidedOn.findings.filter(({ evidence }) => evidence || areSameDocuments);
  });
}

type AttachedManifest = { id: string; version: number };

const isOf = ({ manifests }: StoredMatch, attached: readonly AttachedManifest[]) =>
  manifests.length === attached.length &&
  attached.every(({ id, version }) => manifests.some((one) => one.manifestId === id && one.version === version));

/** Adds an open escalation; false when the container has one that is not resolved. */
export async function insertEscalation(
  tx: DatabaseOrTransaction,
  escalation: Omit<typeof escalations.$inferInsert, "state" | "updatedAt">,
): Promise<boolean> {
  const added = await tx
    .insert(escalations)
    .values({ ...escalation, state: "OPEN", updatedAt: escalation.createdAt })
    .onConflictDoNothing()
    .returning({ id: escalations.id });
  return added.length > 0;
}

/** The unresolved escalation of a container, if any. */
export async function findOpenEscalation(
  tx: DatabaseOrTransaction,
  containerId: string,
): Promise<FoundEscalation | undefined> {
  const [open] = await tx
    .select({ id: escalations.id })
    .from(escalations)
    .where(and(eq(escalations.containerId, containerId), ne(escalations.state, "RESOLVED")))
    .orderBy(desc(escalations.id));
  return open && readBackEscalation(tx, open.id);
}

/** Adds the content of another escalation, or later findings, to an open escalation. */
export async function extendEscalation(
  tx: DatabaseOrTransaction,
  id: string,
  more: Partial<
    Pick<
      EscalationRow,
      "state" | "source" | "reason" | "findings" | "scanId" | "claimedById" | "claimedAt" | "aboutVisitIds"
    >
  > & { updatedAt: Date },
): Promise<void> {
  await tx.update(escalations).set(more).where(eq(escalations.id, id));
}

/** Notes that an open escalation is also about a visit of its container. */
export async function addAboutVisit(
  tx: DatabaseOrTransaction,
  { id, visitId, aboutVisitIds }: EscalationRow,
  more: string,
): Promise<void> {
  if (visitId === more || aboutVisitIds.includes(more)) return;
  await tx
    .update(escalations)
    .set({ aboutVisitIds: [...aboutVisitIds, more] })
    .where(eq(escalations.id, id));
}

/** Assigns an escalation to a user, or to no user with null. */
export async function setClaim(
  tx: DatabaseOrTransaction,
  id: string,
  userId: string | null,
  nowMs: number,
): Promise<void> {
  const at = new Date(nowMs);
  const claim = userId === null ? null : at;
  await tx
    .update(escalations)
    .set({ state: userId === null ? "OPEN" : "CLAIMED", claimedById: userId, claimedAt: claim, updatedAt: at })
    .where(eq(escalations.id, id));
}

export async function setDecision(
  tx: DatabaseOrTransaction,
  { id, containerId }: { id: string; containerId: string },
  made: {
    decision: EscalationDecision;
    reason: string;
    decidedOn: StoredMatch;
    userId: string;
    nowMs: number;
  },
): Promise<void> {
  const at = new Date(made.nowMs);
  await tx
    .update(escalations)
    .set({
      state: "RESOLVED",
      decision: made.decision,
      decisionReason: made.reason,
      resolvedById: made.userId,
      resolvedAt: at,
      decidedOn: made.decidedOn,
      updatedAt: nextDecisionTime([containerId], made.nowMs),
    })
    .where(eq(escalations.id, id));
}

function selectFound(db: DatabaseOrTransaction) {
  const [raiser, claimer, resolver] = [alias(users, "raiser"), alias(users, "claimer"), alias(users, "resolver")];
  return db
    .select({
      escalation: escalations,
      container: {
        id: containers.id,
        ownerId: containers.ownerId,
        visitId: containers.visitId,
        containerNumber: containers.containerNumber,
        sizeType: containers.sizeType,
        status: containers.status,
        manifestId: containers.manifestId,
        furtherManifestIds: containers.furtherManifestIds,
      },
      raisedBy: { id: raiser.id, email: raiser.email },
      claimedBy: { id: claimer.id, email: claimer.email },
      resolvedBy: { id: resolver.id, email: resolver.email },
    })
    .from(escalations)
    .innerJoin(containers, eq(containers.id, escalations.containerId))
    .leftJoin(raiser, eq(raiser.id, escalations.raisedById))
    .leftJoin(claimer, eq(claimer.id, escalations.claimedById))
    .leftJoin(resolver, eq(resolver.id, escalations.resolvedById));
}
