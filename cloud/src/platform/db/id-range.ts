import { idFloor } from "@container-inspection/shared-schemas/object-id";
import { and, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "./database.ts";

/** A time from which on, and one before which. */
export type TimeRange = { from?: Date | undefined; to?: Date | undefined };

/**
 * Maximum difference in ms between the time in an id and the time in its row; the few rows beyond have their own
 * index.
 */
const MAX_DRIFT_MS = 600_000;

/**
 * Matches rows whose id does not begin with about the time in the column `at`, as after a step of the server's clock.
 * An index with this predicate finds them all: `findIdRange` needs one per table.
 */
export function idDrifted(at: string): SQL {
  const ms = `(extract(epoch from (${at} - to_timestamp(0))) * 1000)::bigint`;
  const bound = (offset: string) => `lpad(to_hex(${ms} ${offset} ${MAX_DRIFT_MS}), 12, '0')`;
  return sql.raw(`not (id >= ${bound("-")} and id < ${bound("+")})`);
}

/**
 * Narrows a list that is ordered by id to the ids that its rows of a time range can have, so that the index on the id
 * begins and ends there. All rows of the range are among them; the condition on the time itself is still needed.
 */
export async function findIdRange(
  db: DatabaseOrTransaction,
  { table, id, at }: { table: PgTable; id: AnyPgColumn; at: AnyPgColumn },
  { from, to }: TimeRange,
): Promise<SQL | undefined> {
  if (!from && !to) return undefined;
  const isInRange = and(idDrifted(at.name), from && gte(at, from), to && lt(at, to));
  // Not of the bare column: its least value would be looked for by walking the primary key.
  const [drifted] = await db
    .select({ first: sql<string | null>`min(${id} || '')`, last: sql<string | null>`max(${id} || '')` })
    .from(table)
    .where(isInRange);
  const fromId = from && earlier(idFloor(from.getTime() - MAX_DRIFT_MS), drifted?.first);
  const toId = to && idFloor(to.getTime() + MAX_DRIFT_MS);
  return and(
    fromId === undefined ? undefined : gte(id, fromId),
    toId === undefined ? undefined : drifted?.last && drifted.last >= toId ? lte(id, drifted.last) : lt(id, toId),
  );
}

const earlier = (one: string, other: string | null | undefined) => (other && other < one ? other : one);
