import { drizzle } from "drizzle-orm/node-postgres";
import { Client, Pool, type PoolConfig } from "pg";
import type { Logger } from "../logging/logger.ts";
import { measureClient, type QueryObserver } from "./measure-client.ts";
import type { Database } from "./database.ts";
import { UnnamedClient } from "./pooler.ts";
import { PreparingClient } from "./preparing-client.ts";

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

/** Time limits in ms after which waiting work is given up and, for a request, answered 503. */
export type PoolTimeouts = {
  /** Time limit in ms for a free connection. */
  connectMs: number;
  /**
   * Time limit in ms for a free connection of the probes, and for the result of each of their statements.
   */
  probeMs: number;
  /** Time limit in ms for a statement, and for the next one of a transaction. */
  statementMs: number;
  /**
   * Time limit in ms for a lock that a request waits for; the request then gives its connection back.
   */
  lockMs: number;
};

export const DEFAULT_TIMEOUTS: PoolTimeouts = {
  connectMs: 10_000,
  probeMs: 3_000,
  statementMs: 30_000,
  lockMs: 5_000,
};

/**
 * Planner settings of every session. A page that is read out of order costs hardly more than the next one, as from
 * memory or an SSD: with Postgres' own value, 4, the planner reads whole tables for a list of some thousand rows.
 * Starting other processes costs more than most statements: with Postgres' own value, 1000, it does so for an empty
 * index of a partition, and takes 15 ms. Compiling a statement (jit) costs more than most statements, too.
 */
export const PLANNER_OPTIONS = "-c random_page_cost=1.1 -c parallel_setup_cost=20000 -c jit=off";

/**
 * Statements of devices find single rows by their keys: one plan fits all values, and planning each of them took longer
 * than running it. Postgres plans again when the statistics of a table change.
 */
const PLANNED_ONCE = "-c plan_cache_mode=force_generic_plan";

/**
 * Returns the limits that the server enforces on a pool's sessions. Poolers refuse such parameters: behind one, its
 * own settings apply instead.
 */
function sessionOptions(name: PoolName, { statementMs, lockMs }: PoolTimeouts): PoolConfig {
  const usual = {
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: statementMs,
    options: name === "edge" ? `${PLANNER_OPTIONS} ${PLANNED_ONCE}` : PLANNER_OPTIONS,
  };
  return name === "background" ? usual : { ...usual, lock_timeout: lockMs };
}

/** Devices send the same few statements all day; those of people depend on their filters. */
const clients = { people: Client, edge: PreparingClient, background: Client, probes: Client };

export type OpenPools = {
  pools: DatabasePools;
  states: () => Record<PoolName, PoolState>;
  /** Resolves once all connections are closed. */
  close: () => Promise<void>;
};

type PoolParts = {
  sizes: PoolSizes;
  timeouts: PoolTimeouts;
  isBehindPooler: boolean;
  logger: Logger;
  observe: QueryObserver | undefined;
};

/** Opens no connection yet; each is made when it is needed, and closed after ten idle seconds. */
export function openPools(url: string, { sizes, timeouts, isBehindPooler, logger, observe }: PoolParts): OpenPools {
  const open = (name: PoolName) => {
    const pool = new Pool({
      connectionString: url,
      max: sizes[name],
      connectionTimeoutMillis: name === "probes" ? timeouts.probeMs : timeouts.connectMs,
      keepAlive: true,
      application_name: "container-inspection",
      // Statements that a transaction does not wait for one by one go to the server together; not every pooler keeps
      // them on one connection.
      pipeline: !isBehindPooler,
      Client: isBehindPooler ? UnnamedClient : clients[name],
      ...(isBehindPooler ? {} : sessionOptions(name, timeouts)),
      // Also covers networks that drop packets silently; the connection is given up in that case.
      ...(name === "probes" ? { query_timeout: timeouts.probeMs } : {}),
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
