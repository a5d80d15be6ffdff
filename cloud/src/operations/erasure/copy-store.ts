import { type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { isJson, isSearched, mayNamePeople } from "./kept-texts.ts";
import type { TextReplacement } from "./text-pattern.ts";

type Column = { name: string; type: string };
/** A table whose texts are searched, with the columns of its primary key in their order. */
export type SearchedTable = { schema: string; name: string; key: Column[]; texts: Column[] };

/** Replacements: `address` in all texts, `name` only in those that may name people. */
export type Replacements = { address: TextReplacement | undefined; name: TextReplacement | undefined };

/**
 * Finds every table with texts: `text`, `jsonb` and arrays of text outside of keys and references. Of the job queue,
 * whose tables are the library's, only the jobs.
 */
export async function findSearchedTables(db: DatabaseOrTransaction): Promise<SearchedTable[]> {
  const { rows } = await db.execute<{ schema: string; name: string; key: Column[]; texts: Column[] }>(sql`
    select nspname as schema, relname as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by place)
        from unnest((select conkey from pg_constraint where conrelid = pg_class.oid and contype = 'p'))
          with ordinality as keys (num, place) join pg_attribute on attrelid = pg_class.oid and attnum = num) as key,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
          and format_type(atttypid, atttypmod) in ('text', 'jsonb', 'text[]') and attnum not in (
            select unnest(conkey) from pg_constraint where conrelid = pg_class.oid and contype in ('p', 'f'))) as texts
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and (nspname = 'public' or (nspname = 'jobs' and relname = 'job'))
    order by 1, 2`);
  return rows.flatMap((table) => {
    const texts = (table.texts ?? []).filter((column) => isSearched({ table: table.name, column: column.name }));
    return texts.length === 0 ? [] : [{ ...table, texts }];
  });
}

/**
 * Finds where the next batch of a table ends, in the order of its key; undefined if fewer rows than `limit` are left.
 */
export async function findBatchEnd(
  db: DatabaseOrTransaction,
  table: SearchedTable,
  { after, limit }: { after: readonly string[] | undefined; limit: number },
): Promise<string[] | undefined> {
  const key = keyOf(table);
  const { rows } = await db.execute<{ end: string[] }>(sql`
    select array[${sql.join(
      table.key.map(({ name }) => sql`${sql.identifier(name)}::text`),
      sql`, `,
    )}] as end
    from ${nameOf(table)} where ${isAfter(table, after)} order by ${key} limit 1 offset ${limit - 1}`);
  return rows[0]?.end;
}

/** Replaces the texts of the rows after one key up to another, and returns in how many rows. */
export async function replaceTexts(
  db: DatabaseOrTransaction,
  table: SearchedTable,
  {
    after,
    until,
    ...replacements
  }: Replacements & { after: readonly string[] | undefined; until: string[] | undefined },
): Promise<number> {
  const changes = table.texts.flatMap((column) => changeOf(column, replacements) ?? []);
  if (changes.length === 0) return 0;
  const isUntil = until === undefined ? sql`true` : sql`(${keyOf(table)}) <= (${valuesOf(table, until)})`;
  const { rows } = await db.execute<{ replaced: number }>(sql`
    with replaced as (
      update ${nameOf(table)} set ${sql.join(
        changes.map(({ set }) => set),
        sql`, `,
      )}
      where ${isAfter(table, after)} and ${isUntil} and (${sql.join(
        changes.map(({ isMatch }) => isMatch),
        sql` or `,
      )}) returning 1)
    select count(*)::int as replaced from replaced`);
  return rows[0]?.replaced ?? 0;
}

function changeOf({ name, type }: Column, { address, name: ofName }: Replacements) {
  const wanted = [address, mayNamePeople({ column: name }) ? ofName : undefined].filter((one) => one !== undefined);
  const form = isJson({ column: name, type }) ? "json" : "plain";
  const searched = wanted.map(({ replacement, ...patterns }) => ({ replacement, pattern: patterns[form] }));
  if (searched.length === 0) return undefined;
  const column = sql.identifier(name);
  let text: SQL = sql`${column}::text`;
  for (const { pattern, replacement } of searched)
    text = sql`regexp_replace(${text}, ${pattern}, ${replacement}, 'gi')`;
  const patterns = searched.map(({ pattern }) => sql`${column}::text ~* ${pattern}`);
  return { set: sql`${column} = (${text})::${sql.raw(type)}`, isMatch: sql.join(patterns, sql` or `) };
}

const nameOf = ({ schema, name }: SearchedTable): SQL => sql`${sql.identifier(schema)}.${sql.identifier(name)}`;

const keyOf = ({ key }: SearchedTable): SQL =>
  sql.join(
    key.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );

const valuesOf = ({ key }: SearchedTable, values: readonly string[]): SQL =>
  sql.join(
    key.map(({ type }, index) => sql`${values[index] ?? ""}::text::${sql.raw(type)}`),
    sql`, `,
  );

const isAfter = (table: SearchedTable, after: readonly string[] | undefined): SQL =>
  after === undefined ? sql`true` : sql`(${keyOf(table)}) > (${valuesOf(table, after)})`;
