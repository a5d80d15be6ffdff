import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { pino } from "pino";
import { inject } from "vitest";
import { cleanUpLater } from "./clean-up.ts";
import { copyEmbeddedTemplate } from "./embedded-template.ts";
import type { Connection } from "../platform/db/connect.ts";
import { connectEmbedded, connectPostgres } from "../platform/db/connect.ts";
import type { PoolTimeouts } from "../platform/db/pools.ts";

/** The address of a Postgres server and of its first database. */
export type TestServer = string;

declare module "vitest" {
  interface ProvidedContext {
    /** The run's Postgres server; it holds a database `migrated` that test databases are copied from. */
    postgresUrl: TestServer;
  }
}

/** A busy machine must not turn into refused requests; what only ends a wait ends no test. */
const PATIENT: PoolTimeouts = { connectMs: 120_000, probeMs: 120_000, statementMs: 120_000, lockMs: 120_000 };

/**
 * A database of this test file's own on the run's Postgres server, with all migrations; closed and dropped after the
 * file's last test. Nothing waits too long for it unless the test is about that and gives the product's time-outs.
 */
export async function createTestDatabase({ timeouts = PATIENT } = {}): Promise<Connection & { url: string }> {
  const server = inject("postgresUrl");
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name} template migrated strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const connection = await connectPostgres(url.href, pino({ level: "silent" }), { timeouts });
  cleanUpLater(async () => {
    await connection.close();
    await administer(server, `drop database ${name} with (force)`);
  });
  return { ...connection, url: url.href };
}

/** The embedded database in a folder of its own, for the tests that both databases must pass. */
export async function createEmbeddedTestDatabase(): Promise<Connection> {
  return openEmbedded(copyEmbeddedTemplate);
}

/** The embedded database as the first start of the service creates it, in a folder of its own. */
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

/** Runs one statement as the server's owner. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
