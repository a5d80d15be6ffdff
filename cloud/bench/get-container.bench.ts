// How many `GET /v1/containers/{id}` a second a signed-in caller gets, against a bare Hono route that runs the same
// queries on a pool of the same size, at the same concurrency. Run: node cloud/bench/get-container.bench.ts
import { fork } from "node:child_process";
import { once } from "node:events";
import { mock } from "node:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import autocannon from "autocannon";
import { Hono } from "hono";
import { Client, Pool, type QueryConfig } from "pg";
import sharp from "sharp";
import { createApp } from "../src/app.ts";
import type { AppEnv } from "../src/platform/http/context.ts";
import { startServer } from "../src/platform/http/start-server.ts";
import { type BenchDatabase, withPostgres } from "./database.ts";
import { median } from "./median.ts";
import { createBenchParts, EDGE_KEY } from "./parts.ts";

const CONNECTIONS = 16;
const ROUNDS = 7;
const ROUND_SECONDS = 3;
const MIN_RATIO = 0.6;

type Served = { product: string; bare: string; token: string; queries: number };
type Query = { config: QueryConfig; values: unknown[] };
type Call = (url: string, init: RequestInit) => Promise<Response>;

if (process.send) await serve();
else await load();

/** Loads both services in turns, so that whatever else the machine does falls on both. Round 0 warms up. */
async function load(): Promise<void> {
  const child = fork(import.meta.filename);
  const [served]: Served[] = await once(child, "message");
  if (!served) throw new Error("the services did not start");
  const rates = { product: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const side of ["product", "bare"] as const) {
      const headers = { authorization: `Bearer ${served.token}` };
      const result = await autocannon({
        url: served[side],
        connections: CONNECTIONS,
        duration: ROUND_SECONDS,
        headers,
      });
      if (result.non2xx + result.errors > 0)
        throw new Error(`${side}: ${result.non2xx + result.errors} requests failed`);
      if (round > 0) rates[side].push(result.requests.average);
    }
  child.send("stop");
  await once(child, "exit");
  const [product, bare] = [median(rates.product), median(rates.bare)];
  console.log(
    `GET /v1/containers/{id}, ${CONNECTIONS} at a time: ${product.toFixed(0)} requests/s with ${served.queries} queries each, ` +
      `bare ${bare.toFixed(0)}, ratio ${(product / bare).toFixed(2)} (medians of ${ROUNDS} rounds; at least ${MIN_RATIO} is asked for)`,
  );
}

/** Serves both sides from one process, until it receives a message to stop. */
async function serve(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "bench-"));
  try {
    await withPostgres(async (open) => {
      const database = await open();
      const parts = await createBenchParts(database, folder);
      const app = createApp(parts);
      const call: Call = async (url, init) => app.request(url, init);
      const [token, id] = [await signIn(call), await recordScan(call)];
      const asked = { headers: { Authorization: `Bearer ${token}` } };
      // Nothing that follows the scan uses the database after that.
      await delay(2_000);
      const queries = await recordQueries(async () => call(`/v1/containers/${id}`, asked));
      const listen = { port: 0, host: "127.0.0.1", newId: parts.newId };
      const product = await startServer(() => app, listen);
      const pool = openPool(database);
      const bare = await startServer(() => createBare(pool, queries), listen);
      const url = (port: number) => `http://127.0.0.1:${port}/v1/containers/${id}`;
      process.send?.({ product: url(product.port), bare: url(bare.port), token, queries: queries.length });
      await once(process, "message");
      await Promise.all([product.stop(5_000), bare.stop(5_000)]);
      await pool.end();
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  process.exit();
}

function openPool({ jobSource }: BenchDatabase): Pool {
  if (!("url" in jobSource)) throw new Error("this benchmark needs Postgres");
  return new Pool({ connectionString: jobSource.url, max: 10 });
}

function createBare(pool: Pool, queries: Query[]): Hono<AppEnv> {
  return new Hono<AppEnv>().get("/v1/containers/:id", async (c) => {
    const data = [];
    for (const { config, values } of queries) data.push((await pool.query(config, values)).rows);
    return c.json({ success: true, data });
  });
}

async function signIn(call: Call): Promise<string> {
  const body = JSON.stringify({ email: "admin@localhost", password: "a long enough password" });
  const reply = await call("/v1/user/auth/email/login", jsonPost(body));
  return JSON.parse(await reply.text()).data.token;
}

/** A container as the edge leaves it: with a category scan of 20 things. */
async function recordScan(call: Call): Promise<string> {
  const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#888" } })
    .jpeg()
    .toBuffer();
  const polygon = { x: [0, 40, 40, 0], y: [0, 0, 40, 40] };
  const detections = Array.from({ length: 20 }, () => ({
    class_name: "carton",
    confidence: 0.9,
    polygon,
    area_percentage: 1.5,
  }));
  const body = JSON.stringify({ detections, image: image.toString("base64") });
  const reply = await call("/v1/edge/containers/CSQU3054383/scans/category", jsonPost(body, { "X-API-Key": EDGE_KEY }));
  return JSON.parse(await reply.text()).data.containerId;
}

function jsonPost(body: string, headers: Record<string, string> = {}) {
  const length = { "Content-Type": "application/json", "Content-Length": String(body.length) };
  return { method: "POST", body, headers: { ...length, ...headers } };
}

/** Records the queries that `work` sends to the database, with their values. */
async function recordQueries(work: () => Promise<Response>): Promise<Query[]> {
  const asked = mock.method(Client.prototype, "query");
  const reply = await work();
  asked.mock.restore();
  if (reply.status !== 200) throw new Error(`the container was not answered: ${await reply.text()}`);
  const calls: { arguments: unknown[] }[] = asked.mock.calls;
  return calls.map(({ arguments: [config, values] }) => {
    if (!isQueryConfig(config) || !Array.isArray(values)) throw new Error("a query was asked in another way");
    return { config, values };
  });
}

function isQueryConfig(config: unknown): config is QueryConfig {
  return typeof config === "object" && config !== null && "text" in config;
}
