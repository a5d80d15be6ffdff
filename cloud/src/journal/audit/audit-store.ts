import type { AuditActor } from "@container-inspection/shared-schemas/audit";
import type { ListTotal } from "@container-inspection/shared-schemas/primitives";
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { union, unionAll } from "drizzle-orm/pg-core";
import { insertRow } from "../../platform/db/compose-once.ts";
import { countRows } from "../../platform/db/count-rows.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { findIdRange } from "../../platform/db/id-range.ts";
import { auditLog } from "../../platform/db/tables.ts";

export type AuditRow = typeof auditLog.$inferSelect;

export type AuditFilter = {
  /** A user's or device's id, an address, a device's name, or a type of actor. */
  actor?: string | undefined;
  /** An action, or its beginning up to and including a full stop: `user.` matches all actions on users. */
  action?: string | undefined;
  subjectType?: string | undefined;
  /** One id, or any of several. */
  subjectId?: string | readonly string[] | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Cursor: id of an entry; the page contains only entries written before it. */
  beforeId?: string | undefined;
  limit: number;
};

/** Adds one entry; call it in the transaction of the effects that it describes. */
export async function insertAuditEntry(tx: DatabaseOrTransaction, entry: AuditRow): Promise<void> {
  await insertRow(tx, auditLog, entry);
}

/** Finds entries, newest first. */
export async function findAuditEntries(db: DatabaseOrTransaction, filter: AuditFilter): Promise<AuditRow[]> {
  const asked = await readConditions(db, filter);
  return asked ? entriesOf(db, asked, filter.limit) : [];
}

/** Counts the entries of a list on all its pages. */
export async function countAuditEntries(
  db: DatabaseOrTransaction,
  filter: Omit<AuditFilter, "beforeId" | "limit">,
): Promise<ListTotal> {
  const asked = await readConditions(db, filter);
  return asked ? countRows(db, (limit) => entriesOf(db, asked, limit)) : { count: 0, isExact: true };
}

type Asked = { actor: string | undefined; actions: string[]; isAsked: SQL | undefined };

/** The conditions of a filter; undefined where no entry has such an action. */
async function readConditions(
  db: DatabaseOrTransaction,
  filter: Omit<AuditFilter, "limit">,
): Promise<Asked | undefined> {
  const { actor, subjectType, subjectId, from, to, beforeId } = filter;
  const actions = await findActions(db, filter.action);
  if (filter.action !== undefined && actions.length === 0) return undefined;
  const isAsked = and(
    subjectType === undefined ? undefined : eq(auditLog.subjectType, subjectType),
    subjectId === undefined ? undefined : inArray(auditLog.subjectId, [subjectId].flat()),
    from && gte(auditLog.at, from),
    to && lt(auditLog.at, to),
    await findIdRange(db, { table: auditLog, id: auditLog.id, at: auditLog.at }, { from, to }),
    beforeId === undefined ? undefined : lt(auditLog.id, beforeId),
  );
  return { actor, actions, isAsked };
}

/**
 * One query by its own index for each actor and each action: in a single query, the planner walks the whole log
 * backwards for a rare one.
 */
function entriesOf(db: DatabaseOrTransaction, { actor, actions: [action, ...actions], isAsked }: Asked, limit: number) {
  const entries = (condition?: SQL) => db.select().from(auditLog).where(and(condition, isAsked));
  if (actor !== undefined) {
    const isAction = action === undefined ? undefined : inArray(auditLog.action, [action, ...actions]);
    const newest = (isActor: SQL) =>
      entries(and(isActor, isAction))
        .orderBy(sql`${auditLog.id} desc nulls last`)
        .limit(limit);
    const [byId, byName, ...others] = actorConditions(actor);
    return union(newest(byId), newest(byName), ...others.map(newest))
      .orderBy(desc(auditLog.id))
      .limit(limit);
  }
  const newestOf = (name: string | undefined) =>
    entries(name === undefined ? undefined : eq(auditLog.action, name))
      .orderBy(desc(auditLog.id))
      .limit(limit);
  const [second, ...others] = actions.map(newestOf);
  if (!second) return newestOf(action);
  return unionAll(newestOf(action), second, ...others)
    .orderBy(desc(auditLog.id))
    .limit(limit);
}

/**
 * Finds the actions that match a filter: all actions that begin with it if it ends with a full stop, otherwise the
 * filter itself. The query skips from each of the log's few actions to the next by their index, in whichever order the
 * database sorts them.
 */
async function findActions(db: DatabaseOrTransaction, filter: string | undefined): Promise<string[]> {
  if (filter === undefined) return [];
  if (!filter.endsWith(".")) return [filter];
  const { rows } = await db.execute<{ action: string }>(sql`with recursive known as (
    (select ${auditLog.action} from ${auditLog} order by ${auditLog.action} limit 1)
    union all
    select (select ${auditLog.action} from ${auditLog} where ${auditLog.action} > known.action order by ${auditLog.action} limit 1)
    from known where known.action is not null
  ) select action from known where starts_with(action, ${filter})`);
  return rows.map(({ action }) => action);
}

/** Counts the entries of an action on a subject since a time. */
export async function countRecentAuditEntries(
  tx: DatabaseOrTransaction,
  { action, subject, since }: { action: string; subject: { type: string; id: string }; since: Date },
): Promise<number> {
  const isOfSubject = and(eq(auditLog.subjectType, subject.type), eq(auditLog.subjectId, subject.id));
  return tx.$count(auditLog, and(isOfSubject, eq(auditLog.action, action), gte(auditLog.at, since)));
}

/** Finds the entries of a manifest, and those that attached or detached it, newest first. */
export async function findManifestEntries(
  db: DatabaseOrTransaction,
  { manifestId, beforeId, limit }: { manifestId: string; beforeId?: string | undefined; limit: number },
): Promise<AuditRow[]> {
  const isOfManifest = and(eq(auditLog.subjectType, "manifest"), eq(auditLog.subjectId, manifestId));
  const names = (side: "before" | "after") => sql`${auditLog[side]} ->> 'manifestId' = ${manifestId}`;
  // One query by its own index for each, sorted afterwards: in a single query, the planner may walk the whole log
  // backwards.
  const isBefore = beforeId === undefined ? undefined : lt(auditLog.id, beforeId);
  const entriesWhere = (condition: SQL | undefined) => db.select().from(auditLog).where(and(condition, isBefore));
  return union(entriesWhere(isOfManifest), entriesWhere(names("before")), entriesWhere(names("after")))
    .orderBy(desc(auditLog.id))
    .limit(limit);
}

const types: AuditActor["type"][] = ["user", "edge", "system", "anonymous"];

/** The columns that may name an actor, one condition each. */
function actorConditions(actor: string): [SQL, SQL, ...SQL[]] {
  const type = types.find((name) => name === actor);
  return [
    eq(auditLog.actorId, actor),
    eq(auditLog.actorName, actor),
    ...(actor === actor.toLowerCase() ? [] : [eq(auditLog.actorName, actor.toLowerCase())]),
    ...(type === undefined ? [] : [eq(auditLog.actorType, type)]),
  ];
}
