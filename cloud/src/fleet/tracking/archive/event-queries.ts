import type { DuckDb } from "./duckdb.ts";
import { quote } from "./quote.ts";
import { type Checks, CHECKS_IN_DUCKDB, checksRow, EVENT_COLUMNS, KEY_COLUMNS } from "./event-columns.ts";

export const orderOfKeys = KEY_COLUMNS.join(", ");
const isSame = KEY_COLUMNS.map((name) => `former.${name} = event.${name}`).join(" and ");

/** The rows of Parquet files, as a table of a query. */
export const eventsOf = (places: readonly string[]): string => `read_parquet([${places.map(quote).join(", ")}])`;

/** Makes a table of the events in lines of JSON, as the database writes them. */
export async function loadLines(duckDb: DuckDb, table: string, place: string): Promise<void> {
  const types = EVENT_COLUMNS.map(({ name, type }) => `${name}: '${type === "TIMESTAMP_MS" ? "BIGINT" : type}'`);
  const values = EVENT_COLUMNS.map(({ name, type }) =>
    type === "TIMESTAMP_MS" ? `epoch_ms(${name})::timestamp_ms as ${name}` : name,
  );
  await duckDb.run(`create temp table ${table} as select ${values.join(", ")}
    from read_json(${quote(place)}, format = 'newline_delimited', columns = {${types.join(", ")}})`);
}

/** Makes the view `former` of the events in files, of which there may be none; it has the columns of a table. */
export async function viewFormer(duckDb: DuckDb, { places, like }: { places: readonly string[]; like: string }) {
  const events = places.length === 0 ? `${like} where false` : eventsOf(places);
  await duckDb.run(`create temp view former as select * from ${events}`);
}

/** Makes a table of the events of one table that another one does not have, by their keys. */
export async function keepNew(duckDb: DuckDb, { from, former, to }: { from: string; former: string; to: string }) {
  await duckDb.run(`create temp table ${to} as
    select * from ${from} as event where not exists (select 1 from ${former} as former where ${isSame})`);
}

export async function checkEvents(duckDb: DuckDb, table: string): Promise<Checks> {
  const [row] = await duckDb.rows(`select ${CHECKS_IN_DUCKDB} from ${table}`);
  return checksRow.parse(row);
}
