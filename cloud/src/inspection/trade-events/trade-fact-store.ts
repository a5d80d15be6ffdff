import type { EscalationDecision } from "@container-inspection/shared-schemas/escalations";
import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { and, eq, inArray, isNotNull, isNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers, escalations, scans, visits } from "../../platform/db/tables.ts";
import type { TradeEventKind, TradeFact } from "./trade-event.ts";

/** Facts are asked for by the records that they are known from, or by their containers. */
export type FactQuery = { visitIds: readonly string[]; scanIds: readonly string[]; escalationIds: readonly string[] };

const kindOfDecision: Record<EscalationDecision, TradeEventKind> = {
  hold: "held",
  inspect: "selected",
  clear: "released",
};

/** The facts of these visits, scans and escalations, whichever container they are of now. */
export async function findFacts(db: DatabaseOrTransaction, { visitIds, scanIds, escalationIds }: FactQuery) {
  return findWhere(db, {
    visits: inArray(visits.id, [...visitIds]),
    scans: inArray(scans.id, [...scanIds]),
    escalations: inArray(escalations.id, [...escalationIds]),
  });
}

/** All facts of these containers. */
export async function findFactsOfContainers(db: DatabaseOrTransaction, containerIds: readonly string[]) {
  const ids = [...containerIds];
  return findWhere(db, {
    visits: inArray(visits.containerId, ids),
    scans: inArray(scans.containerId, ids),
    escalations: inArray(escalations.containerId, ids),
  });
}

type Conditions = { visits: SQL; scans: SQL; escalations: SQL };

/** The facts in the order in which they happened. */
async function findWhere(db: DatabaseOrTransaction, where: Conditions): Promise<TradeFact[]> {
  const found = [
    ...(await findArrivals(db, where.visits)),
    ...(await findInspections(db, where.scans)),
    ...(await findDecisions(db, where.escalations)),
  ];
  return found.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/**
 * A visit begins with its first record, which a container that a person has only registered does not have. One that
 * was joined to another, or whose records have all moved away, is over.
 */
async function findArrivals(db: DatabaseOrTransaction, where: SQL): Promise<TradeFact[]> {
  const { id, containerId, openedAt, lastWriteAt, joinedIntoId } = visits;
  const rows = await db.select({ id, containerId, openedAt, lastWriteAt, joinedIntoId }).from(visits).where(where);
  return rows.map((visit) => ({
    kind: "gate-in",
    subjectId: visit.id,
    containerId: visit.containerId,
    visitId: visit.id,
    at: visit.openedAt,
    recordedAt: visit.openedAt,
    isOver: visit.lastWriteAt === null || visit.joinedIntoId !== null,
  }));
}

const earlier = alias(scans, "earlier");

/** True of a seal that is not a declared one with a misread character, nor one beside the declared one. */
const isOtherSeal = ({ rule, severity }: MatchFinding): boolean => rule === "seal-number" && severity === "critical";

/** The first scan of each kind on a visit is its inspection; each scan can show that a seal was changed. */
async function findInspections(db: DatabaseOrTransaction, where: SQL): Promise<TradeFact[]> {
  const isSame = and(eq(earlier.visitId, scans.visitId), eq(earlier.type, scans.type), eq(earlier.status, "done"));
  const isFirst = notExists(
    db
      .select({ one: sql`1` })
      .from(earlier)
      .where(and(eq(earlier.containerId, scans.containerId), isSame, lt(earlier.id, scans.id))),
  );
  const showsSeals = sql`${scans.recordedMatch} -> 'findings' @> '[{"rule":"seal-number","severity":"critical"}]'`;
  const { id, containerId, visitId, timestamp, receivedAt, clockSuspect, recordedMatch } = scans;
  const rows = await db
    .select({
      id,
      containerId,
      visitId,
      timestamp,
      receivedAt,
      clockSuspect,
      recordedMatch,
      isFirst: sql<boolean>`${isFirst}`,
    })
    .from(scans)
    .where(and(where, eq(scans.status, "done"), or(isFirst, showsSeals)));
  return rows.flatMap((row) => {
    const at = row.clockSuspect ? row.receivedAt : row.timestamp;
    const of = {
      subjectId: row.id,
      containerId: row.containerId,
      visitId: row.visitId,
      at,
      recordedAt: row.receivedAt,
    };
    const seal = row.recordedMatch?.findings.find(isOtherSeal)?.observed;
    return [
      ...(row.isFirst ? [{ kind: "inspected" as const, ...of }] : []),
      ...(seal ? [{ kind: "seal-changed" as const, ...of, seal }] : []),
    ];
  });
}

async function findDecisions(db: DatabaseOrTransaction, where: SQL): Promise<TradeFact[]> {
  const { id, containerId, visitId, decision, resolvedAt } = escalations;
  const rows = await db
    .select({ id, containerId, visitId, decision, resolvedAt })
    .from(escalations)
    .where(and(where, isNotNull(decision), isNotNull(resolvedAt)));
  return rows.flatMap((row) =>
    row.decision === null || row.resolvedAt === null
      ? []
      : {
          kind: kindOfDecision[row.decision],
          subjectId: row.id,
          containerId: row.containerId,
          visitId: row.visitId,
          at: row.resolvedAt,
          recordedAt: row.resolvedAt,
        },
  );
}

/** A container with the numbers that it has and had, also a deleted or merged one. */
export type NamedContainer = Pick<
  typeof containers.$inferSelect,
  "id" | "numberKey" | "formerNumberKeys" | "sizeType" | "visitId" | "manifestId" | "furtherManifestIds"
> & { isDeleted: boolean };

/** The containers with these ids, also deleted and merged ones. */
export async function findNamed(
  db: DatabaseOrTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedContainer>> {
  const { id, numberKey, formerNumberKeys, sizeType, visitId, manifestId, furtherManifestIds } = containers;
  const rows = await db
    .select({
      id,
      numberKey,
      formerNumberKeys,
      sizeType,
      visitId,
      manifestId,
      furtherManifestIds,
      isDeleted: sql<boolean>`${containers.deletedAt} is not null`,
    })
    .from(containers)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The manifests that visits had when they ended, by the id of the visit. */
export async function findVisitManifests(db: DatabaseOrTransaction, ids: readonly string[]) {
  const { id, manifestId, furtherManifestIds } = visits;
  const rows = await db
    .select({ id, manifestId, furtherManifestIds })
    .from(visits)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The id of the container that has a number now; undefined where none has it. */
export async function findIdByNumber(db: DatabaseOrTransaction, numberKey: string): Promise<string | undefined> {
  const [found] = await db
    .select({ id: containers.id })
    .from(containers)
    .where(and(eq(containers.numberKey, numberKey), isNull(containers.deletedAt)));
  return found?.id;
}
