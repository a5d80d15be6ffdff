import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** The result of a plain `execute` on both databases. */
interface Rows extends PgQueryResultHKT {
  type: RowsOf<this["row"]>;
}
type RowsOf<Row> = { rows: Row[] };

/** The database as the stores see it; a transaction is one, too. */
export type DatabaseOrTransaction = PgDatabase<Rows>;
export type Database = DatabaseOrTransaction;
