// How long a category scan with a 3 KB picture takes when 16 devices send at once, against a bare Hono route that does
// the work alone: parse, base64, decode, write with sync, and one transaction. Run: node
// cloud/bench/small-scans.bench.ts
import { fork } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Hono } from "hono";
import { Pool } from "pg";
import sharp from "sharp";
import { Pool as Connections } from "undici";
import { createApp } from "../src/app.ts";
import type { AppEnv } from "../src/platform/http/context.ts";
import { startServer } from "../src/platform/http/start-server.ts";
import { decodePicture } from "../src/platform/images/decode-picture.ts";
import { type BenchDatabase, withPostgres } from "./database.ts";
import { median } from "./median.ts";
import { createBenchParts, EDGE_KEY } from "./parts.ts";

const CONNECTIONS = 16;
const CONTAINERS = 200;
const ROUNDS = 7;
const ROUND_SCANS = 400;
const MAX_RATIO = 3;

type Served = { product: string; bare: string };

if (process.send) await serve();
else await load();

/** Loads both services in turns, so that whatever else the machine does falls on both. Round 0 warms up. */
async function load(): Promise<void> {
  const child = fork(import.meta.filename);
  const [served]: Served[] = await once(child, "message");
  if (!served) throw new Error("the services did not start");
  const bodies = await Promise.all(Array.from({ length: CONNECTIONS }, (_, at) => makeBody(`gate-${at}`)));
  const times = { product: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const side of ["product", "bare"] as const) {
      const tookMs = await sendScans(served[side], bodies);
      if (round > 0) times[side].push(tookMs / ROUND_SCANS);
    }
  child.send("stop");
  await once(child, "exit");
  const [product, bare] = [median(times.product), median(times.bare)];
  const ratios = times.product.map((productMs, round) => productMs / (times.bare[round] ?? Number.NaN));
  console.log(
    `category scans of 3 KB, ${CONNECTIONS} at a time: ${(1_000 / product).toFixed(0)}/s, bare ${(1_000 / bare).toFixed(0)}/s, ` +
      `${median(ratios).toFixed(2)} times the bare work (medians of ${ROUNDS} rounds of ${ROUND_SCANS}; the goal is at most ${MAX_RATIO})`,
  );
}

/** Sends a round of scans of many containers, each with its own key; returns the duration in milliseconds. */
async function sendScans(origin: string, bodies: readonly string[]): Promise<number> {
  const connections = new Connections(origin, { connections: CONNECTIONS, pipelining: 1 });
  let sent = 0;
  const send = async (body: string) => {
    while (sent < ROUND_SCANS) {
      sent += 1;
      const { statusCode, body: reply } = await connections.request({
        method: "POST",
        path: `/v1/edge/containers/BENCH${sent % CONTAINERS}/scans/category`,
        headers: { "X-API-Key": EDGE_KEY, "Content-Type": "application/json", "Idempotency-Key": randomUUID() },
        body,
      });
      const text = await reply.text();
      if (statusCode !== 200) throw new Error(`the scan was refused: ${text}`);
    }
  };
  const startMs = performance.now();
  await Promise.all(bodies.map(send));
  const tookMs = performance.now() - startMs;
  await connections.close();
  return tookMs;
}

/** Serves both sides from one process, until the parent sends a message. */
async function serve(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "bench-"));
  try {
    await withPostgres(async (openDatabase) => {
      const database = await openDatabase();
      const parts = await createBenchParts(database, folder);
      const listen = { port: 0, host: "127.0.0.1", newId: parts.newId };
      const product = await startServer(() => createApp(parts), listen);
      const pool = await openPool(database);
      const bare = await startServer(() => createBare(pool, folder), listen);
      const origin = (port: number) => `http://127.0.0.1:${port}`;
      process.send?.({ product: origin(product.port), bare: origin(bare.port) } satisfies Served);
      await once(process, "message");
      await Promise.all([product.stop(5_000), bare.stop(5_000)]);
      await pool.end();
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  process.exit();
}

async function openPool({ jobSource, client }: BenchDatabase): Promise<Pool> {
  if (!("url" in jobSource)) throw new Error("this benchmark needs Postgres");
  await client.query("create table bare_containers (number text primary key, scan jsonb)");
  await client.query("create table bare_scans (id text primary key, number text, detections jsonb, image text)");
  return new Pool({ connectionString: jobSource.url, max: 10 });
}

/** The same work by hand, without checks, rights, receipts, visits and the audit log. */
function createBare(pool: Pool, folder: string): Hono<AppEnv> {
  return new Hono<AppEnv>().post("/v1/edge/containers/:number/scans/category", async (c) => {
    const number = c.req.param("number");
    const sent = await c.req.json();
    const bytes = Buffer.from(sent.image, "base64");
    if (!(await decodePicture(bytes))) throw new Error("the picture cannot be decoded");
    const id = randomBytes(12).toString("hex");
    const file = await open(path.join(folder, id), "w");
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
    const found = JSON.stringify(sent.detections);
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query(
        "insert into bare_containers values ($1, $2) on conflict (number) do update set scan = excluded.scan",
        [number, found],
      );
      await client.query("insert into bare_scans values ($1, $2, $3, $4)", [id, number, found, id]);
      await client.query("commit");
    } finally {
      client.release();
    }
    return c.json({ success: true, data: { scanId: id } });
  });
}

/** A scan of a camera, with three findings and a JPEG of about 3 KB. */
async function makeBody(camera: string): Promise<string> {
  const pixels = { create: { width: 96, height: 72, channels: 3 as const, background: "#888" } };
  const noise = { type: "gaussian" as const, mean: 128, sigma: 20 };
  const image = await sharp({ create: { ...pixels.create, noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
  const polygon = { x: [0, 40, 40, 0], y: [0, 0, 40, 40] };
  const detections = Array.from({ length: 3 }, () => ({
    class_name: "carton",
    confidence: 0.9,
    polygon,
    area_percentage: 1.5,
  }));
  return JSON.stringify({ detections, image: image.toString("base64"), camera_id: camera, device_id: camera });
}
