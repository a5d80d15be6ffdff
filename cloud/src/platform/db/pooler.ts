import { Client, type ClientConfig } from "pg";
import type { Logger } from "../logging/logger.ts";
import { interceptQueries } from "./intercept-queries.ts";

const TIMEOUT_MS = 10_000;

/**
 * Returns true if a connection pooler such as PgBouncer is in front of the database: a pooler assigns its own process
 * numbers. Logs the settings that the pooler lacks. Rejects if it does not answer within `timeoutMs`, such as a
 * pooler without a free connection to its server.
 */
export async function findPooler(url: string, logger: Logger, { timeoutMs = TIMEOUT_MS } = {}): Promise<boolean> {
  // Timed here and not by `statement_timeout`: a pooler would refuse the setting, or hang before it counts.
  const timeouts = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  const client = new Client({ connectionString: url, ...timeouts });
  // The statement rejects as well; without a listener this would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number; lockTimeout: string }>(
      `select pg_backend_pid() as pid, current_setting('lock_timeout') as "lockTimeout"`,
    );
    if (rows[0]?.pid === Reflect.get(client, "processID")) return false;
    if (rows[0]?.lockTimeout === "0")
      logger.warn(
        "DATABASE_URL leads to a connection pooler whose sessions have no lock_timeout: set connect_query as deploy/docs/administrator/connections.md describes",
      );
    return true;
  } finally {
    await client.end();
  }
}

/**
 * Sends prepared statements without their names. In transaction mode a pooler hands each transaction another connection
 * of the server, where a name is unknown, or taken already.
 */
export class UnnamedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    interceptQueries(this, (send, [statement, ...rest]) =>
      send(isNamed(statement) ? { ...statement, name: undefined } : statement, ...rest),
    );
  }
}

const isNamed = (statement: unknown): statement is { name: string; text: string } =>
  typeof statement === "object" && statement !== null && "name" in statement && "text" in statement;
