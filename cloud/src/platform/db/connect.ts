import { mkdirSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm as trigrams } from "@electric-sql/pglite/contrib/pg_trgm";
import { drizzle } from "drizzle-orm/pglite";
import type { Logger } from "../logging/logger.ts";
import type { Database } from "./database.ts";
import { lockFolder } from "./lock-folder.ts";
import type { QueryObserver } from "./measure-client.ts";
import { migrateEmbedded, migratePostgres, type Migrations } from "./migrate.ts";
import { findPooler } from "./pooler.ts";
import {
  DEFAULT_POOL_SIZES,
  DEFAULT_TIMEOUTS,
  type DatabasePools,
  openPools,
  type PoolName,
  type PoolSizes,
  type PoolState,
  type PoolTimeouts,
  singlePool,
} from "./pools.ts";

/** Source with which the queue of background jobs opens its own connections. */
export type JobSource = { url: string } | { pglite: PGlite };

/** An open database with its migrations applied. */
export type Connection = {
  /** Database for background work and commands. */
  db: Database;
  pools: DatabasePools;
  jobSource: JobSource;
  /** The pools at this moment; undefined for the embedded database, which has one connection. */
  poolStates: (() => Record<PoolName, PoolState>) | undefined;
  /** Resolves once everything is closed; the connection cannot be used again. */
  close: () => Promise<void>;
};

export type PostgresOptions = {
  /** False leaves the tables as they are. */
  migrate?: boolean;
  /** Those of the main database unless others are given. */
  migrations?: Migrations;
  /** The address of Postgres itself, where `url` is a pooler's: for migrations, live events and the job queue. */
  directUrl?: string | undefined;
  sizes?: PoolSizes;
  timeouts?: PoolTimeouts;
  /** Observes every statement of the pools. */
  observe?: QueryObserver | undefined;
};

/**
 * Opens Postgres at `url`. Unless `timeouts` are given, statements have 30 s, waiting for a free connection 10 s, a
 * request's wait for a lock 5 s. A lost idle connection is logged and replaced.
 */
export async function connectPostgres(
  url: string,
  logger: Logger,
  {
    migrate = true,
    migrations,
    directUrl,
    sizes = DEFAULT_POOL_SIZES,
    timeouts = DEFAULT_TIMEOUTS,
    observe,
  }: PostgresOptions = {},
): Promise<Connection> {
  if (migrate) await migratePostgres(directUrl ?? url, migrations);
  const isBehindPooler = await findPooler(url, logger);
  if (isBehindPooler && directUrl === undefined)
    logger.warn(
      "DATABASE_URL leads to a connection pooler: live events arrive up to 5 seconds late until DATABASE_DIRECT_URL is the address of Postgres itself",
    );
  const { pools, states, close } = openPools(url, { sizes, timeouts, isBehindPooler, logger, observe });
  return { db: pools.background, pools, jobSource: { url: directUrl ?? url }, poolStates: states, close };
}

/** By default the embedded database takes 128 MB for pages that the system keeps in its cache as well. */
const EMBEDDED_BUFFERS = "16MB";

/**
 * Opens the embedded database kept in `folder`, which is made when absent. Throws when another process has it open.
 * It does not sync to disk: a power cut can lose acknowledged writes.
 */
export async function connectEmbedded(folder: string, { migrate = true } = {}): Promise<Connection> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  let client: PGlite | undefined;
  const close = async () => {
    await client?.close();
    unlock();
  };
  try {
    const extensions = { pg_trgm: trigrams };
    const startParams = [...PGlite.defaultStartParams, "-c", `shared_buffers=${EMBEDDED_BUFFERS}`];
    const pglite = (client = await PGlite.create(folder, { extensions, startParams }));
    const db = drizzle({ client: pglite });
    if (migrate) await migrateEmbedded(db);
    return { db, pools: singlePool(db), jobSource: { pglite }, poolStates: undefined, close };
  } catch (error) {
    await close();
    throw error;
  }
}
