import { getTableColumns, is, Param, Placeholder, SQL, sql } from "drizzle-orm";
import { PgDatabase, PgDialect, type PgInsertValue, PgSession, type PgTable } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "./database.ts";

/** A query of Drizzle, or a statement for `execute`. */
type Composable<Result> = { prepare: (name: string) => { execute: () => Promise<Result> } };
type Values = Record<string, unknown>;
type Arguments = Parameters<PgSession["prepareQuery"]>;

/** A composed statement, of no connection yet: what a session needs in order to run it. */
type Composed = { arguments: Arguments; joinsNotNullableMap?: Record<string, boolean> };

const dialect = new PgDialect();

/** Takes a query where it would be prepared, with its text and its columns. */
class ComposingSession extends PgSession {
  override prepareQuery(...composed: Arguments): never {
    const taken = { arguments: composed, setToken: () => taken };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `composeOnce` takes it as what it is.
    return taken as never;
  }
  override transaction(): never {
    throw new Error("a statement that is composed runs in no transaction");
  }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only its builders are used.
const composer = new PgDatabase(dialect, new ComposingSession(dialect), undefined) as DatabaseOrTransaction;

/**
 * Composes a query the first time it is run, and runs it on any connection with the values of its placeholders:
 * composing the same statements again took a quarter of the main thread's time for a scan.
 */
export function composeOnce<Result>(
  build: (db: DatabaseOrTransaction) => Composable<Result>,
): (db: DatabaseOrTransaction, values: Values) => Promise<Result> {
  let composed: Composed | undefined;
  return async (db, values) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by the session above.
    composed ??= build(composer).prepare("composed") as unknown as Composed;
    return run(db, composed, values);
  };
}

/** Composes a statement for `execute` the first time it is run, as `composeOnce` does. */
export function composeStatementOnce<Row>(
  build: (db: DatabaseOrTransaction) => SQL<Row>,
): (db: DatabaseOrTransaction, values: Values) => Promise<{ rows: Row[] }> {
  let composed: Composed | undefined;
  return async (db, values) => {
    composed ??= { arguments: [dialect.sqlToQuery(build(composer)), undefined, undefined, false] };
    return run(db, composed, values);
  };
}

function run<Result>(
  db: DatabaseOrTransaction,
  { arguments: [query, fields, , isArray, ...rest], joinsNotNullableMap }: Composed,
  values: Values,
): Promise<Result> {
  const session: PgSession = Reflect.get(db, "session");
  const filled = { ...query, params: query.params.map((param) => fill(param, values)) };
  const prepared = session.prepareQuery(filled, fields, undefined, isArray, ...rest);
  Object.assign(prepared, { joinsNotNullableMap });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result that the query was built for.
  return prepared.execute(values) as Promise<Result>;
}

/** The value of a parameter. Drizzle's own filling takes a null for a value of the column's type. */
function fill(param: unknown, values: Values): unknown {
  const place = is(param, Param) ? param.value : param;
  if (!is(place, Placeholder)) return param;
  if (!Object.hasOwn(values, place.name)) throw new Error(`a statement was given no value for ${place.name}`);
  const value = values[place.name];
  return is(param, Param) && value !== null ? param.encoder.mapToDriverValue(value) : value;
}

/** Placeholders of these names, for the columns of an insert. */
export const placeholders = <const Name extends string>(...names: Name[]): Record<Name, Placeholder<Name>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has these names and no others.
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Record<Name, Placeholder<Name>>;

/** Placeholders of these names, for the columns of an update. */
export const setters = <Table extends PgTable, const Name extends keyof Table["_"]["columns"] & string>(
  table: Table,
  names: readonly Name[],
): Record<Name, SQL> => {
  const columns = getTableColumns(table);
  const pairs = names.map((name) => [name, sql`${sql.param(sql.placeholder(name), columns[name])}`]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has these names and no others.
  return Object.fromEntries(pairs) as Record<Name, SQL>;
};

const inserts = new Map<PgTable, Map<string, ReturnType<typeof composeOnce>>>();

/** Inserts a row as `tx.insert(table).values(row)` does; the statement is composed once for each set of columns. */
export async function insertRow<Table extends PgTable>(
  tx: DatabaseOrTransaction,
  table: Table,
  row: PgInsertValue<Table>,
): Promise<void> {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  if (given.some(([, value]) => is(value, SQL))) return void (await tx.insert(table).values(row));
  const names = given.map(([name]) => name);
  const ofTable = inserts.get(table) ?? new Map<string, ReturnType<typeof composeOnce>>();
  inserts.set(table, ofTable);
  const insert =
    ofTable.get(names.join()) ?? composeOnce((db) => db.insert<PgTable>(table).values(placeholders(...names)));
  ofTable.set(names.join(), insert);
  await insert(tx, Object.fromEntries(given));
}
