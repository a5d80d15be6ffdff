import { type SQL, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../platform/db/database.ts";
import { type LockOutcome, withShortLocks } from "../../platform/db/short-locks.ts";
import { dailyTables } from "../../platform/db/tables/tracking.ts";
import { DAY_MS, dayOfPartition, partitionName } from "./partition-days.ts";

type DailyTable = (typeof dailyTables)[number];

/** Rows of the default partitions deleted by one statement. */
const EXPIRED_ROWS_PER_DELETE = 10_000;
/** Statements that one run spends on a default partition; the next run continues. */
const MAX_DELETES = 100;

/**
 * Creates the missing partitions of a day, given by its midnight. Rows of that day move there from the default
 * partition, since Postgres refuses a partition whose rows are in another one. Blocks writers, but not readers, until
 * it is done. Never call it inside a transaction that has written events: the two would wait for each other.
 */
export async function createDay(db: Database, dayMs: number): Promise<LockOutcome> {
  for (const daily of dailyTables) {
    if ((await partitionsOf(db, daily.table)).includes(partitionName(daily.table, dayMs))) continue;
    const outcome = await withShortLocks(db, (tx) => createPartition(tx, daily, dayMs));
    if (outcome === "busy") return "busy";
  }
  return "done";
}

/** Drops the partitions of days before the given one and returns their names; all queries wait for it briefly. */
export async function dropDaysBefore(
  db: Database,
  oldestDayMs: number,
): Promise<{ dropped: string[]; outcome: LockOutcome }> {
  const dropped: string[] = [];
  for (const { table } of dailyTables) {
    for (const name of await partitionsOf(db, table)) {
      const dayMs = dayOfPartition(name);
      if (dayMs === null || dayMs >= oldestDayMs) continue;
      const outcome = await withShortLocks(db, (tx) => tx.execute(sql`drop table if exists ${sql.identifier(name)}`));
      if (outcome === "busy") return { dropped, outcome };
      dropped.push(name);
    }
  }
  return { dropped, outcome: "done" };
}

/** Deletes the rows of the default partitions that were received before the given time, and returns how many. */
export async function deleteStrayRows(db: Database, receivedBeforeMs: number): Promise<number> {
  const receivedBefore = new Date(receivedBeforeMs).toISOString();
  let deleted = 0;
  for (const { table } of dailyTables) {
    const stray = sql.identifier(`${table}_default`);
    const expired = sql`received_at < ${receivedBefore}::timestamptz`;
    for (let round = 0; round < MAX_DELETES; round++) {
      // By time: a distributed table takes no other limit of a delete.
      const { rows: last } = await db.execute<{ at: string }>(sql`
        select received_at::text as at from ${stray} where ${expired}
        order by received_at limit 1 offset ${EXPIRED_ROWS_PER_DELETE - 1}`);
      const some = last[0] ? sql`received_at <= ${last[0].at}::timestamptz` : expired;
      const { rows } = await db.execute<{ deleted: number }>(sql`
        with removed as (delete from ${stray} where ${some} returning 1)
        select count(*)::int as deleted from removed`);
      deleted += rows[0]?.deleted ?? 0;
      if (!last[0]) break;
    }
  }
  return deleted;
}

/** The names of a table's partitions, the default one among them. */
export async function partitionsOf(db: DatabaseOrTransaction, table: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${table}::regclass order by relname`);
  return rows.map(({ name }) => name);
}

async function createPartition(tx: DatabaseOrTransaction, daily: DailyTable, dayMs: number): Promise<void> {
  const name = partitionName(daily.table, dayMs);
  const [whole, stray] = [sql.identifier(daily.table), sql.identifier(`${daily.table}_default`)];
  const [partition, time] = [sql.identifier(name), sql.identifier(daily.column)];
  const [from, until] = [isoLiteral(dayMs), isoLiteral(dayMs + DAY_MS)];
  // A writer on its way into the default partition would fail once the day has its own: all of them must be through.
  await tx.execute(sql`lock table only ${whole} in share row exclusive mode`);
  if ((await partitionsOf(tx, daily.table)).includes(name)) return;
  await tx.execute(sql`lock table ${stray} in access exclusive mode`);
  // Readers need not wait while an existing table is attached; with "create table ... partition of" they would.
  await tx.execute(sql`
    create table ${partition} (like ${whole} including defaults including constraints)
    with (fillfactor = ${sql.raw(String(daily.fillPercent))})`);
  await tx.execute(sql`
    with moved as (delete from ${stray} where ${time} >= ${from} and ${time} < ${until} returning *)
    insert into ${partition} select * from moved`);
  await tx.execute(sql`alter table ${whole} attach partition ${partition} for values from (${from}) to (${until})`);
}

/** A time as a literal, since DDL has no parameters. */
function isoLiteral(timeMs: number): SQL {
  return sql.raw(`timestamptz '${new Date(timeMs).toISOString()}'`);
}
