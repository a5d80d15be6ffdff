import { mock } from "node:test";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool, type PoolClient, type QueryConfig } from "pg";
import type { Connection } from "../../src/platform/db/connect.ts";
import { PLANNER_OPTIONS, singlePool } from "../../src/platform/db/pools.ts";

/** A statement as the service sent it. */
export type SentQuery = { config: QueryConfig; values: unknown[] };

/** A database on one connection, which notes what is asked of it. */
export type RecordedDatabase = {
  connection: Connection;
  /** The only connection is this pool's. */
  pool: Pool;
  /** What is asked of the database while `work` runs, in order; background work of the service is left out. */
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
      return sent.filter(({ config }) => !/live_events|oldest_release/.test(config.text));
    },
  };
}

function watch(client: PoolClient, note: (query: SentQuery) => void): void {
  const original = client.query.bind(client);
  // oxlint-disable-next-line typescript/no-explicit-any -- passes any of the overloads on
  mock.method(client, "query", (...sent: [any, any, any]) => {
    const [config, values]: unknown[] = sent;
    if (isConfig(config)) note({ config, values: Array.isArray(values) ? values : [] });
    return original(...sent);
  });
}

const isConfig = (config: unknown): config is QueryConfig =>
  typeof config === "object" && config !== null && "text" in config;
