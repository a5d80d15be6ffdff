import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { pino } from "pino";
import { expect, inject } from "vitest";
import { cleanUpLater } from "./clean-up.ts";
import { copyEmbeddedTemplate } from "./embedded-template.ts";
import type { Connection } from "../platform/db/connect.ts";
import { connectEmbedded } from "../platform/db/connect.ts";
import type { Database } from "../platform/db/database.ts";
import { DEFAULT_POOL_SIZES, openPools, type PoolTimeouts } from "../platform/db/pools.ts";

/** The address of a Postgres server and of its first database. */
export type TestServer = string;

declare module "vitest" {
  interface ProvidedContext {
    /** The run's Postgres server, with the databases `MIGRATED` and `FURNISHED`. */
    postgresUrl: TestServer;
  }
}

/** The database with all migrations and the queues of all jobs, that test databases are copied from. */
export const MIGRATED = "migrated";
/** The same, with the accounts, category map and rule set that the first start of the service makes. */
export const FURNISHED = "furnished";

/** A busy machine must not turn into refused requests; what only ends a wait ends no test. */
const PATIENT: PoolTimeouts = { connectMs: 120_000, probeMs: 120_000, statementMs: 120_000, lockMs: 120_000 };

/**
 * A database of this test file's own on the run's Postgres server, with all migrations; closed and dropped after the
 * file's last test, or kept where it failed. Nothing waits too long for it unless the test is about that and gives the
 * product's time-outs.
 */
export async function createTestDatabase({ timeouts = PATIENT, template = MIGRATED } = {}): Promise<
  Connection & { url: string }
> {
  const server = inject("postgresUrl");
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const logger = pino({ level: "silent" });
  const sizes = DEFAULT_POOL_SIZES;
  const opened = openPools(url.href, { sizes, timeouts, isBehindPooler: false, logger, observe: undefined });
  cleanUpLater(async ({ hasFailed }) => {
    await opened.close();
    if (hasFailed) return console.error(`The failed test leaves its database ${name}.`);
    await administer(server, `drop database ${name} with (force)`);
  });
  const { pools, states, close } = opened;
  return { db: pools.background, pools, jobSource: { url: url.href }, poolStates: states, close, url: url.href };
}

/** The embedded database in a separate folder, for the tests that both databases must pass. */
export async function createEmbeddedTestDatabase(): Promise<Connection> {
  return openEmbedded(copyEmbeddedTemplate);
}

/** The embedded database as the first start of the service creates it, in a separate folder. */
export async function createNewEmbeddedTestDatabase(): Promise<Connection> {
  return openEmbedded(async () => {});
}

async function openEmbedded(prepare: (folder: string) => Promise<void>): Promise<Connection> {
  const folder = await mkdtemp(path.join(tmpdir(), "embedded-"));
  await prepare(path.join(folder, "database"));
  const connection = await connectEmbedded(path.join(folder, "database"));
  cleanUpLater(async () => {
    await connection.close();
    await rm(folder, { recursive: true });
  });
  return connection;
}

/** Runs one statement as the server's owner, and returns its rows. */
export async function administer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}

/**
 * Waits until this number of connections to the database wait for locks. Give it the pool, not a transaction, which
 * keeps seeing the connections that it saw first.
 */
export async function waitsForLocks(db: Database, count = 1): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await db.execute(waiting)).rows).toHaveLength(count);
}
