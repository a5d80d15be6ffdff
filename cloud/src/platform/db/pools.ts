import { drizzle } from "drizzle-orm/node-postgres";
import { Client, Pool, type PoolConfig } from "pg";
import type { Logger } from "../logging/logger.ts";
import { measureClient, type QueryObserver } from "./measure-client.ts";
import type { Database } from "./database.ts";
import { UnnamedClient } from "./pooler.ts";

const poolNames = ["people", "edge", "background", "probes"] as const;
export type PoolName = (typeof poolNames)[number];

/**
 * The same database through a small pool of connections for each kind of work: work that waits, such as edge writes for
 * a locked table, then takes no connection from sign-ins, reads or probes.
 */
export type DatabasePools = Record<PoolName, Database>;

/** Connections in use and idle, and requests that wait for one. */
export type PoolState = { busy: number; idle: number; waiting: number };

/** The most connections of each pool. */
export type PoolSizes = Record<PoolName, number>;

export const DEFAULT_POOL_SIZES: PoolSizes = { people: 5, edge: 6, background: 3, probes: 2 };

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** A request that waits this long for a lock gives its connection back and is answered 503. */
const LOCK_TIMEOUT_MS = 5_000;
const PROBE_TIMEOUT_MS = 3_000;

const timeouts = { statement_timeout: STATEMENT_TIMEOUT_MS, idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS };
const requestTimeouts = { ...timeouts, lock_timeout: LOCK_TIMEOUT_MS };

/**
 * What the server enforces on each pool's sessions. Poolers refuse such parameters: behind one, its own settings stand
 * in for them.
 */
const sessionOptions: Record<PoolName, PoolConfig> = {
  people: requestTimeouts,
  edge: requestTimeouts,
  background: timeouts,
  probes: requestTimeouts,
};

export type OpenPools = {
  pools: DatabasePools;
  states: () => Record<PoolName, PoolState>;
  /** Resolves once all connections are closed. */
  close: () => Promise<void>;
};

type PoolParts = { sizes: PoolSizes; isBehindPooler: boolean; logger: Logger; observe: QueryObserver | undefined };

/** Opens no connection yet; each is made when it is needed, and closed after ten idle seconds. */
export function openPools(url: string, { sizes, isBehindPooler, logger, observe }: PoolParts): OpenPools {
  const open = (name: PoolName) => {
    const pool = new Pool({
      connectionString: url,
      max: sizes[name],
      connectionTimeoutMillis: name === "probes" ? PROBE_TIMEOUT_MS : CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: "container-inspection",
      // Statements that a transaction does not wait for one by one go to the server together; not every pooler keeps
      // them on one connection.
      pipeline: !isBehindPooler,
      Client: isBehindPooler ? UnnamedClient : Client,
      ...(isBehindPooler ? {} : sessionOptions[name]),
      // Also where the network swallows what is sent; the connection is given up then.
      ...(name === "probes" ? { query_timeout: PROBE_TIMEOUT_MS } : {}),
    });
    logLosses(pool, logger);
    if (observe) pool.on("connect", (client) => measureClient(client, observe));
    return pool;
  };
  const opened = mapPools(open);
  return {
    pools: mapPools((name): Database => drizzle({ client: opened[name] })),
    states: () => mapPools((name) => stateOf(opened[name])),
    close: async () => void (await Promise.all(poolNames.map((name) => opened[name].end()))),
  };
}

/** The embedded database, which has one connection for everything. */
export function singlePool(db: Database): DatabasePools {
  return mapPools(() => db);
}

function mapPools<Value>(make: (name: PoolName) => Value): Record<PoolName, Value> {
  return { people: make("people"), edge: make("edge"), background: make("background"), probes: make("probes") };
}

function logLosses(pool: Pool, logger: Logger): void {
  // The reason alone: the error carries its whole connection, with the key that cancels queries.
  pool.on("error", ({ message: reason }) =>
    logger.warn({ reason }, "an idle database connection was lost; it will be replaced"),
  );
  // A connection that is lost between two statements of a transaction emits only this error: without a listener it ends
  // the process.
  pool.on("connect", (client) =>
    client.on("error", ({ message: reason }) => logger.warn({ reason }, "a database connection was lost")),
  );
}

const stateOf = ({ totalCount, idleCount, waitingCount }: Pool): PoolState => ({
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});
