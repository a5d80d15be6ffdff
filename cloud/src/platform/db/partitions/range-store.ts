import { idFloor } from "@container-inspection/shared-schemas/object-id";
import { type SQL, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database.ts";
import { type LockOutcome, withShortLocks } from "../short-locks.ts";
import { checkReferences, withoutReferences } from "./references.ts";

/**
 * The tables that are partitioned by id, which begins with the time when it was made. Their partitions follow each
 * other without a gap, from the smallest id to the greatest: no row is ever without one, and a list in the order of ids
 * reads one after the other. The last one is open; a full one is closed at an id that is still to come.
 */
export const rangeTables = ["scans", "audit_log"] as const;
export type RangeTable = (typeof rangeTables)[number];

/** Number of rows from which a partition is closed: ten gigabytes or so, with its indexes. */
const FULL_ROWS = 10_000_000;
const DAY_MS = 86_400_000;
/**
 * Time in ms by which a partition is closed ahead. Until then all of its rows are checked, without a lock, so that
 * the moment that needs one is short, and may be missed many times.
 */
const CLOSE_AHEAD_MS = 7 * DAY_MS;
/** An id from further ahead was made by a wrong clock. */
const MAX_AHEAD_MS = DAY_MS;

/** The constraint that the rows of a partition are checked with before it is closed. */
const CLOSING = "closing";

type OpenPartition = {
  name: string;
  /** Undefined for the first one, which begins with the smallest id. */
  from: string | undefined;
  rows: number;
  /** Id at which the partition is being closed. */
  closesAt: string | undefined;
  /** All of its rows are before that. */
  isChecked: boolean;
};

/** `ahead`: an id was made by a wrong clock, so that no id can be named that all rows are before. */
export type CloseOutcome = LockOutcome | "not full" | "ahead";

/**
 * Closes the open partition of a table if it is full, and opens the next one. A process may stop after any step: the
 * next call continues from there. Writers wait for the last step only, and for a moment.
 */
export async function closeFullPartition(
  db: Database,
  table: RangeTable,
  { nowMs, fullRows = FULL_ROWS }: { nowMs: number; fullRows?: number },
): Promise<CloseOutcome> {
  const open = await findOpenPartition(db, table);
  if (open.closesAt === undefined) {
    if (open.rows < fullRows) return "not full";
    if ((await greatestId(db, table)) >= idFloor(nowMs + MAX_AHEAD_MS)) return "ahead";
    const begun = await withShortLocks(db, (tx) => beginClosing(tx, open, idFloor(nowMs + CLOSE_AHEAD_MS)));
    if (begun === "busy") return "busy";
  }
  if (!open.isChecked) {
    const checked = await withShortLocks(db, async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`alter table ${sql.identifier(open.name)} validate constraint ${sql.identifier(CLOSING)}`);
    });
    if (checked === "busy") return "busy";
  }
  return withShortLocks(db, (tx) => close(tx, table));
}

/** Checks foreign keys that refer to a table and hold for new rows only, after its partitions have changed. */
export async function checkReferencesTo(db: Database, table: RangeTable): Promise<LockOutcome> {
  return withShortLocks(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await checkReferences(tx, table);
  });
}

/**
 * Collects the statistics of a whole table when a tenth of its rows is new. Postgres by itself only collects those of
 * partitions, and the planner estimates joins by those of the whole.
 */
export async function analyzeGrownTable(db: Database, table: RangeTable): Promise<boolean> {
  const { rows } = await db.execute<{ known: number; rows: number }>(sql`
    select reltuples::float8 as known, coalesce((select sum(greatest(part.reltuples, 0))
      from pg_inherits join pg_class as part on part.oid = inhrelid where inhparent = pg_class.oid), 0)::float8 as rows
    from pg_class where oid = ${table}::regclass`);
  const [size] = rows;
  if (!size || Math.abs(size.rows - Math.max(size.known, 0)) <= 1_000 + Math.max(size.known, 0) / 10) return false;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`analyze ${sql.identifier(table)}`);
  });
  return true;
}

/** Returns the ends of the partitions of each table, in order. */
export async function readBounds(db: DatabaseOrTransaction): Promise<Record<RangeTable, string[]>> {
  const bounds: Record<RangeTable, string[]> = { scans: [], audit_log: [] };
  for (const table of rangeTables)
    bounds[table] = (await readPartitions(db, table)).flatMap(({ from }) => from ?? []).sort();
  return bounds;
}

/** Gives an empty table partitions that end at these ids, as far as it has no later ones. */
export async function prepareBounds(tx: DatabaseOrTransaction, table: RangeTable, bounds: readonly string[]) {
  for (const bound of bounds) {
    const open = await findOpenPartition(tx, table);
    if (open.from !== undefined && open.from >= bound) continue;
    if (open.closesAt === undefined) await beginClosing(tx, open, bound);
    await close(tx, table);
  }
}

/** Names the last partition of a table, and how far its closing is. */
async function findOpenPartition(db: DatabaseOrTransaction, table: RangeTable): Promise<OpenPartition> {
  const open = (await readPartitions(db, table)).find(({ isOpen }) => isOpen);
  if (!open) throw new Error(`${table} has no open partition`);
  return open;
}

async function readPartitions(db: DatabaseOrTransaction, table: RangeTable) {
  const { rows } = await db.execute<{
    name: string;
    bounds: string;
    rows: number;
    closing: string | null;
    isChecked: boolean | null;
  }>(sql`
    select relname as name, pg_get_expr(relpartbound, pg_class.oid) as bounds, reltuples::float8 as rows,
      pg_get_constraintdef(pg_constraint.oid) as closing, convalidated as "isChecked"
    from pg_inherits join pg_class on pg_class.oid = inhrelid
      left join pg_constraint on conrelid = pg_class.oid and conname = ${CLOSING} and contype = 'c'
    where inhparent = ${table}::regclass`);
  return rows.map(({ bounds, closing, isChecked, ...partition }) => ({
    ...partition,
    from: /FROM \('(\w+)'\)/.exec(bounds)?.[1],
    isOpen: bounds.endsWith("TO (MAXVALUE)"),
    closesAt: /< '(\w+)'/.exec(closing ?? "")?.[1],
    isChecked: isChecked === true,
  }));
}

async function greatestId(db: DatabaseOrTransaction, table: RangeTable): Promise<string> {
  const { rows } = await db.execute<{ id: string | null }>(sql`select max(id) as id from ${sql.identifier(table)}`);
  return rows[0]?.id ?? "";
}

/** Keeps new rows before an id; existing ones are checked afterwards. */
async function beginClosing(tx: DatabaseOrTransaction, { name, from }: OpenPartition, closesAt: string) {
  const after = from === undefined ? sql`` : sql`id >= ${literal(from)} and`;
  await tx.execute(sql`alter table ${sql.identifier(name)}
    add constraint ${sql.identifier(CLOSING)} check (${after} id < ${literal(closesAt)}) not valid`);
}

/** Gives the open partition its end, which Postgres knows from the checked constraint, and opens the next one. */
async function close(tx: DatabaseOrTransaction, table: RangeTable): Promise<void> {
  const whole = sql.identifier(table);
  await tx.execute(sql`lock table ${whole} in access exclusive mode`);
  const { name, from, closesAt } = await findOpenPartition(tx, table);
  // Another process was faster.
  if (closesAt === undefined) return;
  const partition = sql.identifier(name);
  const next = `${table}_${Number(/\d+$/.exec(name)?.[0] ?? 1) + 1}`;
  const start = from === undefined ? sql`minvalue` : literal(from);
  await withoutReferences(tx, table, async () => {
    await tx.execute(sql`alter table ${whole} detach partition ${partition}`);
    await tx.execute(
      sql`alter table ${whole} attach partition ${partition} for values from (${start}) to (${literal(closesAt)})`,
    );
    await tx.execute(sql`alter table ${partition} drop constraint ${sql.identifier(CLOSING)}`);
    await tx.execute(sql`create table ${sql.identifier(next)} partition of ${whole}
      for values from (${literal(closesAt)}) to (maxvalue)`);
  });
  await addStatistics(tx, table, next);
}

/** Extended statistics belong to one table: the partition gets those of the whole. */
async function addStatistics(tx: DatabaseOrTransaction, table: RangeTable, partition: string): Promise<void> {
  const { rows } = await tx.execute<{ name: string; definition: string }>(sql`
    select stxname as name, pg_get_statisticsobjdef(oid) as definition from pg_statistic_ext
    where stxrelid = ${table}::regclass`);
  for (const { name, definition } of rows) {
    const own = `"${partition}${name.slice(table.length)}"`;
    await tx.execute(
      sql.raw(definition.replace(/STATISTICS \S+/, `STATISTICS ${own}`).replace(/FROM \S+$/, `FROM "${partition}"`)),
    );
  }
}

/** An id, or its beginning, in a statement that takes no parameters. */
function literal(id: string): SQL {
  if (!/^\w+$/.test(id)) throw new Error(`${id} is not an id`);
  return sql.raw(`'${id}'`);
}
