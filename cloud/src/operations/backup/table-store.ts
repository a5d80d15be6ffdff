import { type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { dailyTables } from "../../platform/db/tables/tracking.ts";

/**
 * A table with its columns in order, without generated ones; `type` as SQL writes it. A partitioned table includes its
 * partitions.
 */
export type TableShape = { schema: string; name: string; columns: { name: string; type: string }[] };

const ROWS_PER_FETCH = 500;

/** Makes every value read as the same text, whatever the settings of the server and of this machine. */
export async function fixTextForms(tx: DatabaseOrTransaction): Promise<void> {
  await tx.execute(sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true),
    set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
    set_config('extra_float_digits', '1', true), set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`);
}

/**
 * The tables that a backup holds: all of the service's own, and the jobs of the queue; no unlogged ones, which hold
 * nothing that lasts.
 */
export async function listTables(db: DatabaseOrTransaction): Promise<TableShape[]> {
  const { rows } = await db.execute<TableShape>(sql`
    select nspname as schema, relname as name,
      json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum) as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
    where (nspname = 'public' or (nspname = 'jobs' and relname = 'job')) and relkind in ('r', 'p')
      and relpersistence <> 'u' and not relispartition and attnum > 0 and not attisdropped and attgenerated = ''
    group by nspname, relname order by nspname, relname`);
  return rows;
}

/** True for a table that is in the tracking database if that is separate. */
export const isTracking = (name: string): boolean => dailyTables.some(({ table }) => table === name);

/** The names of all partitions, which contain their days. */
export async function listPartitions(db: DatabaseOrTransaction): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class where relispartition and relkind = 'r'
      and relnamespace = 'public'::regnamespace order by relname`);
  return rows.map(({ name }) => name);
}

/** Every row as one line: a JSON array of its columns' text, null for NULL. Call it in a transaction. */
export async function* readRows(tx: DatabaseOrTransaction, table: TableShape): AsyncGenerator<string[]> {
  const texts = table.columns.map(({ name }) => sql`${sql.identifier(name)}::text`);
  await tx.execute(sql`declare backup_rows no scroll cursor for
    select to_json(array[${sql.join(texts, sql`, `)}])::text as line from ${nameOf(table)}`);
  for (;;) {
    const { rows } = await tx.execute<{ line: string }>(sql`fetch ${sql.raw(String(ROWS_PER_FETCH))} from backup_rows`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await tx.execute(sql`close backup_rows`);
}

/** Inserts lines as `readRows` wrote them; their columns are those of `table`. */
export async function insertRows(tx: DatabaseOrTransaction, table: TableShape, lines: readonly string[]) {
  const names = table.columns.map(({ name }) => sql.identifier(name));
  const values = table.columns.map(({ type }, index) => sql.raw(`(line->>${index})::${type}`));
  await tx.execute(sql`
    insert into ${nameOf(table)} (${sql.join(names, sql`, `)}) overriding system value
    select ${sql.join(values, sql`, `)} from json_array_elements(${`[${lines.join(",")}]`}::json) as line`);
}

export async function countRows(tx: DatabaseOrTransaction, table: TableShape): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count from ${nameOf(table)}`);
  return rows[0]?.count ?? 0;
}

/** Empties the tables, and all that refer to them. */
export async function emptyTables(tx: DatabaseOrTransaction, tables: readonly TableShape[]): Promise<void> {
  await tx.execute(sql`truncate ${sql.join(tables.map(nameOf), sql`, `)} cascade`);
}

/** Runs `work` with the triggers of the tables disabled: the rows already include those the triggers would write. */
export async function withoutTriggers(tx: DatabaseOrTransaction, work: () => Promise<void>): Promise<void> {
  const { rows } = await tx.execute<{ table: string }>(sql`
    select distinct tgrelid::regclass::text as table from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and tgenabled = 'O' and relnamespace = 'public'::regnamespace`);
  for (const { table } of rows) await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
  await work();
  for (const { table } of rows) await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
}

/**
 * Does `work` without foreign keys, which would require an order of the tables, and then adds and checks all of them.
 */
export async function withoutForeignKeys(tx: DatabaseOrTransaction, work: () => Promise<void>): Promise<void> {
  const { rows } = await tx.execute<{ table: string; name: string; definition: string }>(sql`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`);
  for (const { table, name } of rows) await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`));
  await work();
  for (const { table, name, definition } of rows)
    await tx.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`));
}

/** Sets the sequences of ids, so that new ids follow the greatest existing one. */
export async function resetSequences(tx: DatabaseOrTransaction, tables: readonly TableShape[]): Promise<void> {
  for (const table of tables) {
    for (const { name } of table.columns) {
      const found = await tx.execute<{ sequence: string | null }>(
        sql`select pg_get_serial_sequence(${`${table.schema}.${table.name}`}, ${name}) as sequence`,
      );
      const sequence = found.rows[0]?.sequence;
      if (!sequence) continue;
      const greatest = sql`(select max(${sql.identifier(name)}) from ${nameOf(table)})`;
      await tx.execute(sql`select setval(${sequence}::regclass, coalesce(${greatest}, 1), ${greatest} is not null)`);
    }
  }
}

/**
 * Returns the number of running services that have this database open, as their job queues show; 0 for the embedded
 * one.
 */
export async function countServices(db: DatabaseOrTransaction): Promise<number> {
  const { rows } = await db.execute<{ services: number }>(sql`
    select count(*)::int as services from pg_stat_activity
    where datname = current_database() and application_name = 'container-inspection-jobs'`);
  return rows[0]?.services ?? 0;
}

/** True if the database has not been used yet: each start creates accounts. */
export async function isUnused(db: DatabaseOrTransaction): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from users limit 1`);
  return rows.length === 0;
}

/** True if the database has a container, or a device that was given a key of its own. */
export async function hasRecords(db: DatabaseOrTransaction): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from containers union all select 1 from edge_devices where source = 'own-key' limit 1`);
  return rows.length > 0;
}

/** True if the database has an account with one of these ids. */
export async function hasAccountOf(db: DatabaseOrTransaction, ids: readonly string[]): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from users where id in (select json_array_elements_text(${JSON.stringify(ids)}::json)) limit 1`,
  );
  return rows.length > 0;
}

/** True if a tracking database holds no event. */
export async function hasNoEvents(db: DatabaseOrTransaction): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from tracking_events limit 1`);
  return rows.length === 0;
}

const nameOf = ({ schema, name }: TableShape): SQL => sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
