// Prints the costs and the distribution of a distributed tracking database compared with a plain one. Asserts only
// results that do not depend on the load of the machine.
import { expect, test } from "vitest";
import { createFolder } from "../../src/testing/processes.ts";
import { createTestDatabase } from "../../src/testing/database.ts";
import type { Database } from "../../src/platform/db/database.ts";
import { type EventBatch, insertEventsInSteps } from "../../src/fleet/tracking/event-store.ts";
import { openTracking } from "../../src/fleet/tracking/own-database-testing.ts";
import { DAY_MS, dayOf } from "../../src/fleet/tracking/partition-days.ts";
import { createDay } from "../../src/fleet/tracking/partition-store.ts";
import { readSummary } from "../../src/fleet/tracking/summary-store.ts";
import { storedEvent } from "../../src/fleet/tracking/testing.ts";
import {
  createDistributedDatabase,
  createPlainDatabase,
  type DistributedDatabase,
  distribute,
} from "./distributed-database.ts";
import { median } from "../median.ts";

const CAMERAS = 32;
const BATCH_SIZE = 100;
const BATCHES_PER_CAMERA = 12;
const WRITERS = 8;
const ROUNDS = 3;
/** Yesterday: the whole day has a partition and has ended. */
const day = dayOf(Date.now()) - DAY_MS;

type Engine = {
  name: string;
  db: Database;
  cluster?: DistributedDatabase;
  rates: number[];
  reads: number[];
  walBytes: number[];
};

async function openPlain(): Promise<Engine> {
  const { background: db } = await openTracking(await createPlainDatabase()).pools();
  return { name: "plain", db, rates: [], reads: [], walBytes: [] };
}

async function openCluster(workers: number): Promise<Engine> {
  const cluster = await createDistributedDatabase(workers);
  const main = await createTestDatabase();
  expect(await distribute(cluster.url, main.url, await createFolder())).toMatchObject({ code: 0 });
  const { background: db } = await openTracking(cluster.url).pools();
  return { name: `Citus, ${workers} worker${workers > 1 ? "s" : ""}`, db, cluster, rates: [], reads: [], walBytes: [] };
}

/** Batches over a whole day, of 20 objects at a time, spread over the cameras. */
function makeBatches(round: number): EventBatch[] {
  return Array.from({ length: CAMERAS * BATCHES_PER_CAMERA }, (_, number) => {
    const at = day + Math.floor(number / CAMERAS) * (DAY_MS / BATCHES_PER_CAMERA);
    const events = Array.from({ length: BATCH_SIZE }, (_event, index) =>
      storedEvent(`${round}-${index}`, at + index * 500, { tracking_id: index % 20 }),
    );
    return { deviceId: "box", cameraId: `gate-${number % CAMERAS}`, sessionId: `run-${round}`, events };
  });
}

async function ingest({ db, rates }: Engine, round: number): Promise<void> {
  const batches = makeBatches(round);
  const startedMs = performance.now();
  const write = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const taken = batch;
      await db.transaction((tx) => insertEventsInSteps(tx, taken, Date.now()));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  rates.push((CAMERAS * BATCHES_PER_CAMERA * BATCH_SIZE * 1_000) / (performance.now() - startedMs));
}

async function readDays({ db, reads }: Engine): Promise<void> {
  for (let camera = 0; camera < CAMERAS; camera++) {
    const startedMs = performance.now();
    const question = { cameraId: `gate-${camera}`, fromMs: day, toMs: day + DAY_MS, limit: 100 };
    expect((await readSummary(db, question)).totalEvents).toBe(BATCHES_PER_CAMERA * BATCH_SIZE * ROUNDS);
    reads.push(performance.now() - startedMs);
  }
}

/** Positions in the write-ahead logs of all workers. */
async function walOf({ cluster }: Engine): Promise<number[]> {
  const positions = (cluster?.workers ?? []).map(async (node) => {
    const client = await cluster?.connectTo(node);
    const found = await client?.query<{ at: string }>("select pg_current_wal_lsn() - '0/0' as at");
    await client?.end();
    return Number(found?.rows[0]?.at);
  });
  return Promise.all(positions);
}

test("ingest and reads over a day, on a plain database and on one and two workers", async () => {
  const engines = [await openPlain(), await openCluster(1), await openCluster(2)];
  for (const { db } of engines) expect(await createDay(db, day)).toBe("done");
  for (let round = 0; round < ROUNDS; round++)
    for (const engine of engines) {
      const before = await walOf(engine);
      await ingest(engine, round);
      const after = await walOf(engine);
      engine.walBytes = after.map((at, index) => (engine.walBytes[index] ?? 0) + at - (before[index] ?? 0));
    }
  for (const engine of engines) await readDays(engine);
  const plain = engines[0];
  if (!plain) throw new Error("no engine");
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  console.table(
    engines.map(({ name, rates, reads, walBytes }) => ({
      engine: name,
      "events/s": Math.round(median(rates)),
      "of plain": (median(rates) / median(plain.rates)).toFixed(2),
      "summary of a day, median ms": median(reads).toFixed(1),
      "times plain": (median(reads) / median(plain.reads)).toFixed(2),
      "WAL per worker, MB": walBytes.map(megabytes).join(" + "),
    })),
  );
  // What one worker has to write is what limits a cluster: with two, none writes more than two thirds of it.
  const [, one, two] = engines;
  const whole = one?.walBytes[0] ?? 0;
  expect(Math.max(...(two?.walBytes ?? [])) / whole).toBeLessThan(0.67);
});
