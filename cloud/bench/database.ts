import { streamSessions } from "../src/people/accounts/session-store.ts";
import { Client } from "pg";
import { pino } from "pino";
import { type Connection, connectPostgres } from "../src/platform/db/connect.ts";
import { startDurablePostgres } from "../src/testing/postgres.ts";
import { type EventFeed, openEventFeed } from "../src/journal/events/event-feed.ts";
import { type Jobs, openJobs } from "../src/platform/jobs/jobs.ts";

/**
 * A migrated database with the product's jobs and event feed, and a plain connection to it for the code that is
 * compared with the product.
 */
export type BenchDatabase = Connection & { client: Client; jobs: Jobs; events: EventFeed };

/** Runs `work` against a separate Postgres with its default settings (it syncs every commit), then removes it. */
export async function withPostgres(work: (open: () => Promise<BenchDatabase>) => Promise<void>): Promise<void> {
  const server = await startDurablePostgres();
  const opened: BenchDatabase[] = [];
  try {
    await work(async () => {
      const database = await openDatabase(server.url, `bench_${opened.length}`);
      opened.push(database);
      return database;
    });
  } finally {
    for (const { client, jobs, events, close } of opened) {
      await Promise.all([client.end(), jobs.stop(0), events.stop()]);
      await close();
    }
    await server.stop();
  }
}

async function openDatabase(serverUrl: string, name: string): Promise<BenchDatabase> {
  const owner = new Client({ connectionString: serverUrl });
  await owner.connect();
  await owner.query(`create database ${name}`);
  await owner.end();
  const url = serverUrl.replace(/postgres$/, name);
  const logger = pino({ level: "warn" });
  const connection = await connectPostgres(url, logger);
  const client = new Client({ connectionString: url });
  await client.connect();
  const jobs = await openJobs(connection.jobSource, { kinds: [], logger });
  const events = await openEventFeed(
    { db: connection.db, logger, nowMs: Date.now, sessions: streamSessions },
    connection.jobSource,
  );
  return { ...connection, client, jobs, events };
}
