import { mock } from "node:test";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool, type PoolClient, type QueryConfig, type QueryResult } from "pg";
import type { Connection } from "../platform/db/connect.ts";
import { codeOf } from "../platform/db/error-code.ts";
import { PLANNER_OPTIONS, singlePool } from "../platform/db/pools.ts";

/**
 * Outcome of a statement: its kind and the number of rows that it changed or returned, or the code of its error.
 */
export type Outcome = { command: string; rows: number | null } | { error: string };
/** A statement as the service sent it; without an outcome while it runs. */
export type SentQuery = { config: QueryConfig; values: unknown[]; outcome?: Outcome };

/** A database on one connection, which records its statements. */
export type RecordedDatabase = {
  connection: Connection;
  /** The only connection is this pool's. */
  pool: Pool;
  /**
   * Records the statements that are sent while `work` runs, in order, except the queries that the service repeats all
   * the time.
   */
  record: (work: () => Promise<unknown>) => Promise<SentQuery[]>;
};

/** Opens the migrated database at `url` over a single connection whose statements can be recorded. */
export function openRecordedDatabase(url: string): RecordedDatabase {
  const pool = new Pool({ connectionString: url, max: 1, options: PLANNER_OPTIONS });
  let sent: SentQuery[] = [];
  pool.on("connect", (client) => watch(client, (query) => sent.push(query)));
  const db = drizzle({ client: pool });
  const connection: Connection = {
    db,
    pools: singlePool(db),
    jobSource: { url },
    poolStates: undefined,
    close: () => pool.end(),
  };
  return {
    connection,
    pool,
    async record(work) {
      sent = [];
      await work();
      return sent.filter(({ config }) => !/^\s*select\b.*\b(live_events|oldest_release)\b/is.test(config.text));
    },
  };
}

function watch(client: PoolClient, note: (query: SentQuery) => void): void {
  const original = client.query.bind(client);
  // oxlint-disable-next-line typescript/no-explicit-any -- passes any of the overloads on
  mock.method(client, "query", (...sent: [any, any, any]) => {
    const [config, values]: unknown[] = sent;
    if (!isConfig(config)) return original(...sent);
    const query: SentQuery = { config, values: Array.isArray(values) ? values : [] };
    note(query);
    return observe(original, sent, (outcome) => (query.outcome = outcome));
  });
}

/** Sends a statement, with a callback as pools do or without one, and reports its outcome to `note`. */
function observe(send: (...sent: unknown[]) => unknown, sent: unknown[], note: (outcome: Outcome) => void): unknown {
  const noteResult = ({ command, rowCount }: QueryResult) => note({ command, rows: rowCount });
  const noteError = (error: unknown) => note({ error: codeOf(error) ?? "unknown" });
  const callback = sent.at(-1);
  if (typeof callback === "function")
    return send(...sent.slice(0, -1), (error: unknown, result: QueryResult) => {
      if (error) noteError(error);
      else noteResult(result);
      Reflect.apply(callback, undefined, [error, result]);
    });
  const reply = send(...sent);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what pg answers without a callback
  if (reply instanceof Promise) (reply as Promise<QueryResult>).then((result) => noteResult(result)).catch(noteError);
  return reply;
}

const isConfig = (config: unknown): config is QueryConfig =>
  typeof config === "object" && config !== null && "text" in config;
