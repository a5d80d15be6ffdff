import { Client } from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { openJobs } from "../platform/jobs/jobs.ts";
import { migratePostgres } from "../platform/db/migrate.ts";
import { PostgresStartError, startPostgres } from "./postgres.ts";
import type { TestServer } from "./database.ts";

/** Starts one real Postgres for the whole test run, and stops it at the end. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres().catch(endRun);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("create database migrated");
  await client.end();
  const migrated = url.replace(/postgres$/, "migrated");
  await migratePostgres(migrated);
  const jobs = await openJobs({ url: migrated }, { kinds: [], logger: pino({ level: "silent" }) });
  await jobs.stop(0);
  project.provide("postgresUrl", url satisfies TestServer);
  return stop;
}

/** Ends the run with one sentence on the cause: a stack trace does not help to fix a machine. */
function endRun(error: unknown): never {
  if (!(error instanceof PostgresStartError)) throw error;
  console.error(`\n${error.message}\n`);
  process.exit(1);
}
