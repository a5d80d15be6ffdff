import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { cleanUpLater } from "../../src/testing/clean-up.ts";
import { createFolder } from "../../src/testing/processes.ts";
import { createTestApp } from "../../src/testing/app.ts";
import { connectPostgres } from "../../src/platform/db/connect.ts";
import { createLogger } from "../../src/platform/logging/create-logger.ts";
import { createTestDatabase } from "../../src/testing/database.ts";
import { checkTrackingBackup } from "../../src/operations/backup/tracking-backup-testing.ts";
import { checkOwnDatabase, countRows, openTracking, senderOf } from "../../src/fleet/tracking/own-database-testing.ts";
import { dayOf, partitionName } from "../../src/fleet/tracking/partition-days.ts";
import { readSummary } from "../../src/fleet/tracking/summary-store.ts";
import { eventBody } from "../../src/fleet/tracking/testing.ts";
import {
  createDistributedDatabase,
  createPlainDatabase,
  type DistributedDatabase,
  distribute,
} from "./distributed-database.ts";

async function createDistributed(): Promise<DistributedDatabase> {
  const database = await createDistributedDatabase();
  const main = await createTestDatabase();
  const { code, output } = await distribute(database.url, main.url, await createFolder());
  expect(output).toContain("32 shards by camera on 2 nodes.");
  expect(code).toBe(0);
  return database;
}

/** The cameras by the port of the worker that has their shard. */
async function portOf({ coordinator }: DistributedDatabase, cameraId: string): Promise<number> {
  const { rows } = await coordinator.query<{ port: number }>(
    `select nodeport as port from pg_dist_placement join pg_dist_node using (groupid)
      where shardid = get_shard_id_for_distribution_column('tracking_events', $1::text)`,
    [cameraId],
  );
  return rows[0]?.port ?? 0;
}

async function cameraOn(database: DistributedDatabase, port: number): Promise<string> {
  for (let number = 0; number < 1_000; number++)
    if ((await portOf(database, `gate-${number}`)) === port) return `gate-${number}`;
  throw new Error(`no camera lies on the worker at port ${port}`);
}

const createUrl = async () => (await createDistributed()).url;

describe("a distributed tracking database", () => {
  checkOwnDatabase(createUrl);
  checkTrackingBackup(createUrl);

  test("has the shards, partitions and rows of each camera together on one worker", async () => {
    const database = await createDistributed();
    const { workers, coordinator } = database;
    const cloud = await createTestApp({ tracking: openTracking(database.url) });
    const now = cloud.parts.nowMs();
    const partition = partitionName("tracking_events", dayOf(now));
    for (const [index, { port }] of workers.entries()) {
      const events = Array.from({ length: 10 + index }, (_, each) => eventBody(`e-${each}`, dayOf(now) + each));
      await senderOf(cloud)(await cameraOn(database, port), events, "key-1");
    }
    for (const [index, { port }] of workers.entries()) {
      const rowsOf = async (table: string) => {
        const { rows } = await coordinator.query<{ rows: string }>(
          `select sum(result::int) as rows from run_command_on_placements('${table}', 'select count(*) from %s')
            where nodeport = $1`,
          [port],
        );
        return Number(rows[0]?.rows);
      };
      expect([await rowsOf(partition), await rowsOf("stream_event_receipts")]).toEqual([10 + index, 1]);
      // A rollup for the minute and one for the hour.
      expect(await rowsOf(partitionName("tracking_rollups", dayOf(now)))).toBe(2);
    }
    const { rows: plan } = await coordinator.query<Record<string, string>>(
      `explain select * from tracking_events where camera_id = 'gate-1' and occurred_at > now() - interval '1 day'`,
    );
    expect(plan.map((line) => Object.values(line)[0]).join("\n")).toContain("Task Count: 1");
  });

  test("with a worker away takes what belongs to the others, and loses and doubles nothing", async () => {
    const database = await createDistributed();
    const [first, second] = database.workers;
    if (!first || !second) throw new Error("two workers");
    const cloud = await createTestApp({ tracking: openTracking(database.url) });
    const [here, away] = [await cameraOn(database, first.port), await cameraOn(database, second.port)];
    const post = senderOf(cloud);
    const batch = (number: number) => [eventBody(`e-${number}`, cloud.parts.nowMs())];
    for (const camera of [here, away]) expect((await post(camera, batch(0), "key-0")).status).toBe(200);
    const gate = await openGate(database, second);
    const [events, replies] = [batch(1), [] as number[]];
    for (let round = 0; round < 6; round++) {
      replies.push((await post(away, events, "key-1")).status);
      const other = await post(here, batch(round + 1), `key-${round + 1}`);
      expect([other.status, other.body.data?.accepted]).toEqual([200, 1]);
    }
    expect(replies).toEqual([503, 503, 503, 503, 503, 503]);
    await gate.open();
    await expect.poll(async () => (await post(away, events, "key-1")).body.data?.accepted).toBe(1);
    expect(await countRows(cloud, "tracking_events")).toEqual({ main: 0, own: 2 + 6 + 1 });
  });

  test("takes a history that was copied from the main database before its first start", async () => {
    // On the server of the coordinator, whose version pg_dump has.
    const url = await createPlainDatabase();
    const main = await connectPostgres(url, createLogger("error"));
    cleanUpLater(() => main.close());
    const before = await createTestApp({ connection: main });
    const now = before.parts.nowMs();
    const events = Array.from({ length: 500 }, (_, index) => eventBody(`e-${index}`, now - index * 100_000));
    expect((await senderOf(before)("gate-1", events, "key-1")).body.data.accepted).toBe(500);
    const database = await createDistributedDatabase();
    copyHistory(url, database.url);
    const { output } = await distribute(database.url, url, await createFolder());
    expect(output).toContain("tracking_events: distributed");
    expect((await distribute(database.url, url, await createFolder())).output).toContain("was distributed");
    const after = await createTestApp({ connection: main, tracking: openTracking(database.url) });
    expect((await countRows(after, "tracking_events")).own).toBe(500);
    const question = { cameraId: "gate-1", fromMs: now - 86_400_000, toMs: now, limit: 10 };
    const { people } = await after.parts.tracking.pools();
    expect(await readSummary(people, question)).toEqual(await readSummary(before.parts.db, question));
    expect((await senderOf(after)("gate-1", events, "key-1")).headers.get("Idempotent-Replayed")).toBe("true");
  });
});

/** Copies the history as the chapter about the tracking database describes. */
function copyHistory(from: string, to: string): void {
  const tables = ["tracking_events*", "tracking_rollups*", "stream_event_receipts*"].flatMap((table) => ["-t", table]);
  const dump = spawnSync("pg_dump", ["--no-owner", ...tables, from], { maxBuffer: 2 ** 28 });
  expect(dump.stderr.toString()).toBe("");
  const load = spawnSync("psql", ["-q", "-v", "ON_ERROR_STOP=1", to], { input: dump.stdout });
  expect(load.stderr.toString()).toBe("");
}

/** Closes a worker's database to all connections until it is opened again. */
async function openGate(database: DistributedDatabase, node: { host: string; port: number }) {
  const server = await database.connectTo(node, "postgres");
  cleanUpLater(() => server.end());
  const allow = (allowed: boolean) => server.query(`alter database ${database.name} with allow_connections ${allowed}`);
  await allow(false);
  await server.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [database.name]);
  return { open: () => allow(true) };
}
