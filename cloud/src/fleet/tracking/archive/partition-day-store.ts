import { sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../../platform/db/database.ts";
import { readAtOnce } from "../../../platform/db/read-at-once.ts";
import { type LockOutcome, withShortLocks } from "../../../platform/db/short-locks.ts";
import { dailyTables } from "../../../platform/db/tables/tracking.ts";
import { dayOfPartition, partitionName } from "../partition-days.ts";
import { partitionsOf } from "../partition-store.ts";
import { type Checks, CHECKS_IN_POSTGRES, checksRow, EVENT_COLUMNS } from "./event-columns.ts";

const [{ table: EVENTS }] = dailyTables;
const ROWS_PER_FETCH = 5_000;

/** Writes lines of JSON, each with the columns of the files and times in Unix milliseconds. */
export type WriteLines = (lines: string) => Promise<void>;

/** A day's partition as it was read. One that is created later under the same name has another `oid`. */
export type ReadPartition = { name: string; oid: string; checks: Checks };

/** The days before the given one that have a partition of events, oldest first. */
export async function findClosedDays(db: Database, beforeMs: number): Promise<number[]> {
  const days = (await partitionsOf(db, EVENTS)).map(dayOfPartition).filter((dayMs) => dayMs !== null);
  return days.filter((dayMs) => dayMs < beforeMs).toSorted((one, other) => one - other);
}

/** Reads all events of a day's partition, and their checks, as of one moment. */
export async function readPartition(db: Database, dayMs: number, write: WriteLines): Promise<ReadPartition> {
  const name = partitionName(EVENTS, dayMs);
  return readAtOnce(db, async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`);
    const { rows } = await tx.execute(sql`
      select ${name}::regclass::oid::text as oid, ${sql.raw(CHECKS_IN_POSTGRES)} from ${sql.identifier(name)}`);
    const [row] = rows;
    const checks = checksRow.parse(row);
    await writeLines(tx, sql`select * from ${sql.identifier(name)}`, write);
    return { name, oid: String(row?.["oid"]), checks };
  });
}

export type CameraRange = { cameraId: string; fromMs: number; untilMs: number };

/** Reads a camera's events that are in the database, in no order; returns how many. */
export async function readCameraRows(db: Database, { cameraId, fromMs, untilMs }: CameraRange, write: WriteLines) {
  const [from, until] = [new Date(fromMs).toISOString(), new Date(untilMs).toISOString()];
  const rows = sql`
    select * from tracking_events
    where camera_id = ${cameraId} and occurred_at >= ${from}::timestamptz and occurred_at < ${until}::timestamptz`;
  return readAtOnce(db, (tx) => writeLines(tx, rows, write));
}

const asJson = sql.raw(EVENT_COLUMNS.map(({ name, value }) => `${value} as ${name}`).join(", "));

async function writeLines(tx: DatabaseOrTransaction, rows: ReturnType<typeof sql>, write: WriteLines): Promise<number> {
  // Doubles as the shortest text that reads back as the same double, whatever the server's settings are.
  await tx.execute(sql`select set_config('extra_float_digits', '1', true)`);
  await tx.execute(sql`declare day_rows no scroll cursor for
    select row_to_json(event)::text as line from (select ${asJson} from (${rows}) as stored) as event`);
  let count = 0;
  for (;;) {
    const fetched = await tx.execute<{ line: string }>(sql`fetch ${sql.raw(String(ROWS_PER_FETCH))} from day_rows`);
    if (fetched.rows.length > 0) await write(`${fetched.rows.map(({ line }) => line).join("\n")}\n`);
    count += fetched.rows.length;
    if (fetched.rows.length < ROWS_PER_FETCH) break;
  }
  await tx.execute(sql`close day_rows`);
  return count;
}

/**
 * Drops the partitions of a day whose events are in files. Events are only ever added to a partition: one that has as
 * many as were read has no others. "changed": it has more, or was replaced, and nothing was dropped.
 */
export async function dropReadDay(
  db: Database,
  dayMs: number,
  { name, oid, checks }: ReadPartition,
): Promise<LockOutcome | "changed"> {
  let hasChanged = false;
  const outcome = await withShortLocks(db, async (tx) => {
    const { rows: found } = await tx.execute<{ oid: string | null }>(
      sql`select to_regclass(${name})::oid::text as oid`,
    );
    hasChanged = found[0]?.oid !== oid;
    if (hasChanged) return;
    await tx.execute(sql`lock table ${sql.identifier(name)} in access exclusive mode`);
    await tx.execute(sql`set local statement_timeout = 0`);
    const { rows } = await tx.execute<{ events: string }>(
      sql`select count(*)::text as events from ${sql.identifier(name)}`,
    );
    hasChanged = rows[0]?.events !== checks.events;
    if (hasChanged) return;
    for (const { table } of dailyTables)
      await tx.execute(sql`drop table if exists ${sql.identifier(partitionName(table, dayMs))}`);
  });
  return outcome === "done" && hasChanged ? "changed" : outcome;
}

/** Whole hours of a camera, or of all cameras. */
export type HourRange = { cameraId: string | undefined; fromMs: number; untilMs: number };
export type HourCount = { atMs: number; className: string; objects: number };

/** Counts the objects that are in the database, by hour and class. */
export async function countRollups(db: Database, { cameraId, fromMs, untilMs }: HourRange): Promise<HourCount[]> {
  const [from, until] = [new Date(fromMs).toISOString(), new Date(untilMs).toISOString()];
  const { rows } = await db.execute<{ at_ms: number; class_name: string; objects: number }>(sql`
    select (extract(epoch from bucket) * 1000)::float8 as at_ms, class_name, count(*)::float8 as objects
    from tracking_rollups
    where width_seconds = 3600 and bucket >= ${from}::timestamptz and bucket < ${until}::timestamptz
      ${cameraId === undefined ? sql`` : sql`and camera_id = ${cameraId}`}
    group by bucket, class_name`);
  return rows.map(({ at_ms, class_name, objects }) => ({ atMs: at_ms, className: class_name, objects }));
}
