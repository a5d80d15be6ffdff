import { and, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers } from "../../platform/db/tables.ts";
import { STAYS } from "./visit-rules.ts";

/** Matches containers that must not leave; the same as `mustStay`. */
export const isKept = or(isNotNull(containers.legalHold), inArray(containers.status, [...STAYS]));
const isActive = isNull(containers.deletedAt);

/**
 * The id of the container of a number: the one that has it now, else one that had it and must not leave. A hold belongs
 * to the steel box, whatever its number is corrected to, so nothing about its former number may look released.
 */
export function idOfNumber(db: DatabaseOrTransaction, numberKey: string | SQLWrapper): SQL<string> {
  const own = db
    .select({ id: containers.id })
    .from(containers)
    .where(and(eq(containers.numberKey, numberKey), isActive));
  return sql`coalesce((${own}), (${keptIdOf(db, numberKey)}))`;
}

/** True while a number belongs to another container that had it and must not leave: no container may get it. */
export async function isNumberKept(db: DatabaseOrTransaction, numberKey: string, exceptId: string): Promise<boolean> {
  const [kept] = await keptIdOf(db, numberKey, exceptId);
  return kept !== undefined;
}

function keptIdOf(db: DatabaseOrTransaction, numberKey: string | SQLWrapper, exceptId = "") {
  const hadNumber = sql`${containers.formerNumberKeys} @> array[${numberKey}]::text[] and ${containers.formerNumberKeys} <> '{}'`;
  return db
    .select({ id: containers.id })
    .from(containers)
    .where(and(hadNumber, isActive, isKept, ne(containers.id, exceptId)))
    .orderBy(desc(containers.id))
    .limit(1);
}
