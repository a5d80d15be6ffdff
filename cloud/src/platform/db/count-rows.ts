import type { ListTotal } from "@container-inspection/shared-schemas/primitives";
import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { z } from "zod";
import type { DatabaseOrTransaction } from "./database.ts";

/** The most rows that are counted one by one. */
const MOST_COUNTED = 10_000;
/** The most that a count may cost, in the units of the planner: a page read in order is 1. */
const MAX_COST = 200_000;
/** A limit that no list reaches. */
const UNLIMITED = 2_147_483_647;

const explained = z.tuple([
  z.object({
    "QUERY PLAN": z.tuple([z.object({ Plan: z.object({ "Plan Rows": z.number(), "Total Cost": z.number() }) })]),
  }),
]);

type RowsUpTo = (limit: number) => SQLWrapper;

/**
 * Counts the rows of a list, whose query `rowsUpTo` has its conditions and a limit: one by one while that is cheap.
 * Otherwise the planner's estimate for the same conditions is rounded to two digits.
 */
export async function countRows(
  db: DatabaseOrTransaction,
  rowsUpTo: RowsUpTo,
  { mostCounted = MOST_COUNTED, maxCost = MAX_COST } = {},
): Promise<ListTotal> {
  const statement = sql`select count(*)::int as count from (${rowsUpTo(mostCounted + 1)}) counted`;
  if ((await planOf(db, statement)).cost > maxCost) return { count: await estimate(db, rowsUpTo), isExact: false };
  const { rows } = await db.execute<{ count: number }>(statement);
  const counted = rows[0]?.count ?? 0;
  if (counted <= mostCounted) return { count: counted, isExact: true };
  return { count: Math.max(mostCounted, await estimate(db, rowsUpTo)), isExact: false };
}

const estimate = async (db: DatabaseOrTransaction, rowsUpTo: RowsUpTo) =>
  roundTotal((await planOf(db, sql`select from (${rowsUpTo(UNLIMITED)}) estimated`)).rows);

/** 28,846 → 29,000: an estimate has two digits. */
export const roundTotal = (count: number) => Number(count.toPrecision(2));

/** Returns how many rows the planner expects of a statement, and what it expects it to cost. */
async function planOf(db: DatabaseOrTransaction, statement: SQL): Promise<{ rows: number; cost: number }> {
  const { rows } = await db.execute(sql`explain (format json) ${statement}`);
  const [{ "QUERY PLAN": [{ Plan: plan }] }] = explained.parse(rows); // prettier-ignore
  return { rows: plan["Plan Rows"], cost: plan["Total Cost"] };
}
