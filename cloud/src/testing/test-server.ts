import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { z } from "zod";
import { furnish } from "../parts.ts";
import { connectPostgres } from "../platform/db/connect.ts";
import { openJobs } from "../platform/jobs/jobs.ts";
import { workers } from "../workers.ts";
import { administer, FURNISHED, MIGRATED, type TestServer } from "./database.ts";
import { testSettings } from "./app-settings.ts";
import { PostgresStartError, startPostgres } from "./postgres.ts";

/** Starts one real Postgres for the whole test run, and stops it at the end. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const running = (shared.running ??= start());
  shared.users += 1;
  const server = await running.catch(endRun);
  project.provide("postgresUrl", server.url satisfies TestServer);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await endServer(server);
  };
}

/** Names the server that the last run kept, until the next run removes it. */
const KEPT = path.resolve(import.meta.dirname, "../../../.cache/kept-databases.json");

/** Stops the server; where failed tests have left databases, it prints how to look at them. */
async function endServer(server: Server): Promise<void> {
  const left = await administer(server.url, "select datname from pg_database where datname like 'test_%'");
  if (left.length === 0) return server.stop();
  const { folders, command } = await server.keep();
  mkdirSync(path.dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(folders));
  const url = urlOf(server.url, String(left[0]?.["datname"]));
  console.error(`\nDatabases of failed tests are kept until the next run. Their server:\n  ${command}\n  psql ${url}`);
}

async function removeKept(): Promise<void> {
  if (!existsSync(KEPT)) return;
  const folders = z.array(z.string()).parse(JSON.parse(readFileSync(KEPT, "utf8")));
  const isRunning = folders.some((folder) => existsSync(path.join(folder, "data/postmaster.pid")));
  if (isRunning) return;
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  await rm(KEPT, { force: true });
}

async function start(): Promise<Server> {
  await removeKept();
  return prepare(await startPostgres());
}

type Server = Awaited<ReturnType<typeof startPostgres>>;

/** All projects of a run use one server; each loads this module again, so that the global object holds it. */
type Shared = { running?: Promise<Server>; users: number };
declare global {
  var testServerOfRun: Shared | undefined;
}
const shared: Shared = (globalThis.testServerOfRun ??= { users: 0 });

/** Makes the databases that those of tests are copied from: migrated, and furnished as the first start furnishes it. */
async function prepare(server: Server): Promise<Server> {
  const logger = pino({ level: "silent" });
  await administer(server.url, `create database ${MIGRATED}`);
  const migrated = await connectPostgres(urlOf(server.url, MIGRATED), logger);
  const jobs = await openJobs(migrated.jobSource, { kinds: workers.map(({ kind }) => kind), logger });
  await jobs.stop(0);
  await migrated.close();
  await administer(server.url, `create database ${FURNISHED} template ${MIGRATED} strategy file_copy`);
  const furnished = await connectPostgres(urlOf(server.url, FURNISHED), logger, { migrate: false });
  const folder = await mkdtemp(path.join(tmpdir(), "furnished-"));
  const parts = {
    settings: testSettings(folder),
    db: furnished.db,
    nowMs: Date.now,
    newId: createObjectIdMaker(Date.now),
  };
  await furnish(parts);
  await furnished.close();
  await rm(folder, { recursive: true });
  return server;
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Ends the run with one sentence on the cause: a stack trace does not help to fix a machine. */
function endRun(error: unknown): never {
  if (!(error instanceof PostgresStartError)) throw error;
  console.error(`\n${error.message}\n`);
  process.exit(1);
}
