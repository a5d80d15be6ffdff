import { streamSessions } from "../src/people/accounts/session-store.ts";
// One of the two servers of live-events.bench.ts: `bare`, or `product <database url> <folder>`.
import { setTimeout as delay } from "node:timers/promises";
import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { Client } from "pg";
import { pino } from "pino";
import { createApp } from "../src/app.ts";
import { connectPostgres } from "../src/platform/db/connect.ts";
import { openEventFeed } from "../src/journal/events/event-feed.ts";
import type { AppEnv } from "../src/platform/http/context.ts";
import { startServer } from "../src/platform/http/start-server.ts";
import { openJobs } from "../src/platform/jobs/jobs.ts";
import { createBenchParts } from "./parts.ts";

const [kind, url = "", folder = ""] = process.argv.slice(2);
const app = kind === "bare" ? createBare() : await createProduct();
const newId = createObjectIdMaker(Date.now);
const { port } = await startServer(() => app, { port: 0, host: "127.0.0.1", newId });
process.on("message", async (question) => {
  process.send?.(question === "port" ? { port } : await readMemory());
});
process.send?.("ready");

/** The same streams without callers, rights, resuming and events. */
function createBare(): Hono<AppEnv> {
  return new Hono<AppEnv>().get("/v1/events", (c) =>
    streamSSE(c, async (stream) => {
      await stream.writeSSE({ event: "reset", data: "{}" });
      await new Promise<void>((resolve) => stream.onAbort(resolve));
    }),
  );
}

async function createProduct(): Promise<Hono<AppEnv>> {
  const logger = pino({ level: "warn" });
  const connection = await connectPostgres(url, logger);
  const jobs = await openJobs(connection.jobSource, { kinds: [], logger });
  const events = await openEventFeed(
    { db: connection.db, logger, nowMs: Date.now, sessions: streamSessions },
    connection.jobSource,
  );
  const client = new Client({ connectionString: url });
  return createApp(await createBenchParts({ ...connection, client, jobs, events }, folder));
}

async function readMemory() {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.();
    await delay(200);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external };
}
