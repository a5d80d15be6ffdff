import { and, eq, inArray, isNull, or, ne, type SQL, sql } from "drizzle-orm";
import { alias, type AnyPgColumn, unionAll } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdsPart } from "../../platform/db/part-of-text.ts";
import { containers, escalations, manifests, visits } from "../../platform/db/tables.ts";

/** Further condition on the containers, their order, and the maximum number of results. */
type Asked = { condition: SQL | undefined; order: readonly SQL[]; limit: number };

/** The descriptions of a manifest's goods, as its index has them. */
const goods = sql`jsonb_path_query_array(${manifests.declaredGoods}, '$[*].description')::text`;
/** Reasons for raising an escalation and for its decision, as the index contains them. */
const reasons = sql`(${escalations.reason} || ' ' || coalesce(${escalations.decisionReason}, ''))`;
/** Pattern of the words that texts are searched for; all other words are too frequent. */
const isWord = /[a-z0-9]{3}|[^ -~]/i;

/**
 * Ids of the first containers in this order whose number holds `text`, or that have or had a manifest whose bill of
 * lading or goods hold it, or an escalation whose reasons do. The first of each kind are found by an index of their
 * own: in one query for all kinds, the planner walks all containers.
 */
export function idsFoundBy(db: DatabaseOrTransaction, text: string, { condition, order, limit }: Asked) {
  const firstOf = (isOfKind: SQL | undefined) =>
    db
      .select({ id: containers.id })
      .from(containers)
      .innerJoin(visits, eq(visits.id, containers.visitId))
      .where(and(isOfKind, condition))
      .orderBy(...order)
      .limit(limit);
  const part = text.trim();
  const [isNumber, ...others] = [numberHolds(part), ...havingManifest(db, part), ...havingReason(db, part)];
  const [first, ...rest] = others.map(firstOf);
  return first ? unionAll(firstOf(isNumber), first, ...rest) : firstOf(isNumber);
}

/** Numbers of ISO 6346 are kept without separators, others as given: the part asked for may be written either way. */
export function numberHolds(part: string): SQL | undefined {
  const upper = part.trim().toUpperCase();
  const compact = upper.replace(/[-_./ ]/g, "");
  const holds = (text: string) => holdsPart(containers.numberKey, text);
  if (compact === "" || compact === upper) return holds(upper);
  return or(holds(upper), and(ne(containers.numberCheck, "not-iso6346"), holds(compact)));
}

/** A matching manifest is the first one of the container, a further one, or was one of the two on an earlier visit. */
function havingManifest(db: DatabaseOrTransaction, part: string): SQL[] {
  const earlier = alias(visits, "earlier");
  const isMatch = and(
    isNull(manifests.deletedAt),
    or(
      holdsPart(manifests.billOfLading, part, { ignoresCase: true }),
      isWord.test(part) ? holdsPart(goods, part, { ignoresCase: true, gramsWithin: 1_000 }) : undefined,
    ),
  );
  const matching = db.select({ id: manifests.id }).from(manifests).where(isMatch);
  const isAmong = (ids: AnyPgColumn) =>
    sql`${ids} <> '{}' and exists (select from ${manifests} where ${manifests.id} = any(${ids}) and ${isMatch})`;
  const visitedWith = (isWith: SQL | undefined) =>
    inArray(
      containers.id,
      db
        .select({ id: earlier.containerId })
        .from(earlier)
        .where(and(isNull(earlier.joinedIntoId), isWith)),
    );
  return [
    inArray(containers.manifestId, matching),
    isAmong(containers.furtherManifestIds),
    visitedWith(inArray(earlier.manifestId, matching)),
    visitedWith(isAmong(earlier.furtherManifestIds)),
  ];
}

function havingReason(db: DatabaseOrTransaction, part: string): SQL[] {
  if (!isWord.test(part)) return [];
  const isMatch = holdsPart(reasons, part, { ignoresCase: true, gramsWithin: 1_000 });
  return [inArray(containers.id, db.select({ id: escalations.containerId }).from(escalations).where(isMatch))];
}
