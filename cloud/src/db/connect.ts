import { mkdirSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { Pool } from "pg";
import type { Logger } from "pino";
import { lockFolder } from "./lock-folder.ts";
import { migrateEmbedded, migratePostgres } from "./migrate.ts";

/** What both databases answer to a plain `execute`. */
interface Rows extends PgQueryResultHKT {
  type: RowsOf<this["row"]>;
}
type RowsOf<Row> = { rows: Row[] };

/** The database as the stores see it; a transaction is one too. */
export type DatabaseOrTransaction = PgDatabase<Rows>;
export type Database = DatabaseOrTransaction;

/** What the queue of background jobs opens connections of its own with. */
export type JobSource = { url: string } | { pglite: PGlite };

/** Connections in use and idle, and requests that wait for one. */
export type PoolState = { busy: number; idle: number; waiting: number };

/** An open database with its migrations applied. */
export type Connection = {
  db: Database;
  jobSource: JobSource;
  /** The pool at this moment; undefined for the embedded database, which has one connection. */
  poolState: (() => PoolState) | undefined;
  /** Resolves once everything is closed; the connection cannot be used again. */
  close: () => Promise<void>;
};

const POOL_SIZE = 10;

/**
 * Opens Postgres at `url`. Statements have 30 s, waiting for a free connection 10 s. A lost idle connection is logged
 * and replaced.
 */
export async function connectPostgres(url: string, logger: Logger, { migrate = true } = {}): Promise<Connection> {
  if (migrate) await migratePostgres(url);
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    // Statements that a transaction does not wait for one by one go to the server together.
    pipeline: true,
    application_name: "container-inspection",
  });
  // The reason alone: the error carries its whole connection, with the key that cancels queries.
  pool.on("error", ({ message: reason }) =>
    logger.warn({ reason }, "an idle database connection was lost; it will be replaced"),
  );
  // A connection lost between two statements of a transaction tells nobody else: without a listener it ends the process.
  pool.on("connect", (client) =>
    client.on("error", ({ message: reason }) => logger.warn({ reason }, "a database connection was lost")),
  );
  return {
    db: drizzlePostgres({ client: pool }),
    jobSource: { url },
    poolState: () => stateOf(pool),
    close: () => pool.end(),
  };
}

const stateOf = ({ totalCount, idleCount, waitingCount }: Pool): PoolState => ({
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});

/**
 * Opens the embedded database kept in `folder`, which is made when absent. Throws when another process has it open.
 * It does not sync to disk: a power cut can lose what it answered.
 */
export async function connectEmbedded(folder: string, { migrate = true } = {}): Promise<Connection> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  try {
    const client = await PGlite.create(folder);
    const db = drizzlePglite({ client });
    if (migrate) await migrateEmbedded(db);
    const close = async () => {
      await client.close();
      unlock();
    };
    return { db, jobSource: { pglite: client }, poolState: undefined, close };
  } catch (error) {
    unlock();
    throw error;
  }
}
