import { workers } from "../../workers.ts";
import { writeFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { createEmbeddedTestDatabase, createTestDatabase } from "../../testing/database.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { maintain } from "../retention/maintenance.ts";
import { createFileStorage } from "../../platform/storage/file-storage.ts";
import { StorageUnavailableError } from "../../platform/storage/object-storage.ts";
import { createTestApp, EDGE_KEY, type TestApp } from "../../testing/app.ts";
import { createMetrics } from "../../platform/metrics/create-metrics.ts";
import { readFigures } from "./figure-store.ts";
import { measureStorage } from "../../platform/metrics/measure-storage.ts";
import { watchFigures } from "./watch-figures.ts";
import { watchStreams } from "../../platform/metrics/watch-streams.ts";

const DAY_MS = 86_400_000;

/** The metrics of a further process on the same database, as main.ts makes them. */
function startProcess({ parts }: TestApp) {
  const metrics = createMetrics({ version: "test" });
  watchFigures(metrics, () => readFigures(parts.db, parts.nowMs()), parts.nowMs);
  return {
    metrics,
    /** The value of each series whose name begins so. */
    scrape: async (prefix = "cloud_"): Promise<Record<string, number>> => {
      const lines = (await metrics.registry.metrics()).split("\n").filter((line) => line.startsWith(prefix));
      return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.replace(/^.* /, ""))]));
    },
  };
}

const heartbeat = ({ send }: TestApp, deviceId: string, queue: object) =>
  send("POST", "/v1/edge/heartbeat", { headers: { "X-API-Key": EDGE_KEY }, body: { device_id: deviceId, queue } });

describe.each([
  ["Postgres", createTestDatabase],
  ["the embedded database", createEmbeddedTestDatabase],
])("figures of the database on %s", (_name, createDatabase) => {
  test("cover devices, their queues, cameras, scans and escalations", async () => {
    const cloud = await createTestApp({ connection: await createDatabase() });
    const { scrape } = startProcess(cloud);
    expect(await scrape("cloud_edge_queue")).toEqual({});
    await heartbeat(cloud, "one", { pending: 3, oldest_age_seconds: 100, parked: 1, hours_until_full: 40 });
    await heartbeat(cloud, "two", { pending: 4, oldest_age_seconds: 700, refused: 2, hours_until_full: 5.5 });
    await heartbeat(cloud, "three", { pending: 0, oldest_age_seconds: 0 });
    await cloud.send("POST", "/v1/edge/heartbeat", {
      headers: { "X-API-Key": EDGE_KEY },
      body: { device_id: "quiet", timestamp: new Date(cloud.parts.nowMs() - 7_200_000).toISOString() },
    });
    await cloud.parts.db.execute(sql`update edge_devices set silent_since = now() where reported_id = 'two'`);
    await edgeSender(cloud).scan("MSKU1234565", await scanBody({ camera_id: "gate-1" }));
    const containers = await cloud.parts.db.execute<{ id: string }>(sql`select id from containers`);
    const { authorization: headers } = await cloud.signIn("supervisor");
    const escalate = `/v1/containers/${containers.rows[0]!.id}/escalate`;
    expect((await cloud.send("POST", escalate, { headers, body: { reason: "see" } })).status).toBeLessThan(300);
    cloud.advanceMs(60_000);
    const found = await scrape();
    expect(found).toMatchObject({
      'cloud_edge_devices{state="active"}': 3,
      'cloud_edge_devices{state="silent"}': 1,
      'cloud_edge_queue_records{state="pending"}': 7,
      'cloud_edge_queue_records{state="parked"}': 1,
      'cloud_edge_queue_records{state="refused"}': 2,
      cloud_edge_queue_full_hours: 5.5,
      'cloud_cameras{last_scan="hour"}': 1,
      'cloud_escalations_open{state="OPEN"}': 1,
      cloud_database_up: 1,
    });
    // The values that a silent device reported age with it.
    expect(found["cloud_edge_queue_oldest_age_seconds"]).toBeGreaterThanOrEqual(760);
    expect(found["cloud_edge_clock_skew_seconds"]).toBeGreaterThanOrEqual(7_200);
    expect(found["cloud_edge_heartbeat_oldest_age_seconds"]).toBeGreaterThanOrEqual(60);
    expect(found['cloud_newest_scan_age_seconds{type="category",source="edge"}']).toBeGreaterThanOrEqual(60);
    expect(found['cloud_escalations_oldest_age_seconds{state="OPEN"}']).toBeGreaterThanOrEqual(60);
    expect(Object.keys(found).filter((name) => /gate-1|"one"|"two"/.test(name))).toEqual([]);
  });
});

describe("pictures that are missing", () => {
  test("are counted in every process, also in one that started after the comparison", async () => {
    const cloud = await createTestApp();
    const [one, other] = [startProcess(cloud), startProcess(cloud)];
    const { scanId } = (await edgeSender(cloud).scan("LOST1", await scanBody())).body.data;
    await cloud.parts.storage.delete(`scans/${scanId}/image`);
    expect(await one.scrape("cloud_pictures_missing")).toEqual({});
    cloud.advanceMs(2 * DAY_MS);
    await maintain({ ...cloud.parts, metrics: one.metrics, workers });
    for (const process of [one, other, startProcess(cloud)]) {
      expect(await process.scrape("cloud_pictures_")).toMatchObject({
        cloud_pictures_missing: 1,
        cloud_pictures_unnamed: 0,
        cloud_pictures_sweep_refused: 0,
      });
      const runs = await process.scrape("cloud_maintenance_completed");
      expect(Object.keys(runs).length).toBeGreaterThanOrEqual(9);
      for (const atSeconds of Object.values(runs)) expect(atSeconds * 1_000).toBeGreaterThan(Date.now() + DAY_MS);
    }
  });
});

describe("a scrape", () => {
  test("continues without the figures while the database hangs, queries it once, and includes them again afterwards", async () => {
    const connection = await createTestDatabase();
    const cloud = await createTestApp({ connection });
    const { metrics, scrape } = startProcess(cloud);
    let reads = 0;
    const counting = createMetrics({ version: "test" });
    watchFigures(counting, () => readFigures(cloud.parts.db, 0).finally(() => (reads += 1)), cloud.parts.nowMs, 100);
    const blocker = new Client({ connectionString: connection.url });
    await blocker.connect();
    cleanUpLater(() => blocker.end());
    await blocker.query("begin; lock table edge_devices in access exclusive mode");
    for (let time = 0; time < 3; time++) {
      const text = await counting.registry.metrics();
      expect(text).toContain("cloud_database_up 0");
      expect(text).toContain("process_resident_memory_bytes");
      expect(text).not.toMatch(/^cloud_edge_devices\{/m);
    }
    await blocker.query("rollback");
    expect((await metrics.registry.metrics()).length).toBeGreaterThan(0);
    cloud.advanceMs(60_000);
    expect(await scrape("cloud_database_up")).toEqual({ cloud_database_up: 1 });
    expect(reads).toBeLessThanOrEqual(1);
  });

  test("continues without the figures when the database fails", async () => {
    const cloud = await createTestApp();
    const { scrape } = startProcess(cloud);
    await cloud.parts.db.execute(sql`alter table seen_cameras rename to unseen`);
    expect(await scrape("cloud_")).toMatchObject({ cloud_database_up: 0 });
    await cloud.parts.db.execute(sql`alter table unseen rename to seen_cameras`);
    cloud.advanceMs(60_000);
    expect(await scrape("cloud_database_up")).toEqual({ cloud_database_up: 1 });
  });
});

describe("the metrics of a process", () => {
  test("are the storage's requests and failures", async () => {
    const cloud = await createTestApp();
    const { metrics, scrape } = startProcess(cloud);
    const { dataDir } = cloud.parts.settings;
    const good = measureStorage(metrics, createFileStorage(`${dataDir}/objects`, cloud.parts.newId));
    await good.write("scans/a", Buffer.from("x"));
    await (await good.read("scans/a"))?.cancel();
    await good.delete("scans/a");
    expect(await scrape("cloud_storage_request_duration_seconds_count")).toEqual({
      'cloud_storage_request_duration_seconds_count{operation="write",outcome="ok"}': 1,
      'cloud_storage_request_duration_seconds_count{operation="read",outcome="ok"}': 1,
      'cloud_storage_request_duration_seconds_count{operation="delete",outcome="ok"}': 1,
    });
    await writeFile(`${dataDir}/blocked`, "a file where the folder should be");
    const other = startProcess(cloud);
    const bad = measureStorage(other.metrics, createFileStorage(`${dataDir}/blocked`, cloud.parts.newId));
    await expect(bad.write("scans/a", Buffer.from("x"))).rejects.toThrow(StorageUnavailableError);
    expect(await other.scrape("cloud_storage_request_duration_seconds_count")).toEqual({
      'cloud_storage_request_duration_seconds_count{operation="write",outcome="unavailable"}': 1,
    });
  });

  test("are streams of live events, sign-ins that failed, and exact statuses", async () => {
    const cloud = await createTestApp();
    const { metrics } = cloud.parts;
    watchStreams(metrics, cloud.parts.events.state);
    const { authorization: headers } = await cloud.signIn("supervisor");
    const stream = await cloud.app.request("/v1/events", { headers });
    const login = "/v1/user/auth/email/login";
    await cloud.send("POST", login, { body: { email: "a@example.com", password: "wrong" } });
    await cloud.send("GET", "/v1/containers/none/report?format=pdf", { headers });
    const text = await metrics.registry.metrics();
    expect(text).toContain("cloud_event_streams 1");
    expect(text).toMatch(/^cloud_event_streams_lag_seconds [\d.e-]+$/m);
    expect(text).toContain(`cloud_sign_ins_failed_total{route="${login}"} 1`);
    expect(text).toContain(`http_request_duration_seconds_count{method="POST",route="${login}",status="401"} 1`);
    cloud.advanceMs(600_000);
    expect(cloud.parts.events.state().lagMs).toBeGreaterThan(500_000);
    await stream.body?.cancel();
    expect(cloud.parts.events.state().open).toBe(0);
  });
});
