import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, inject, test } from "vitest";
import { createAbsentAiService } from "../../platform/ai/ai-service.ts";
import { createApp } from "../../app.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { administer, createTestDatabase } from "../../testing/database.ts";
import { startServer } from "../../platform/http/start-server.ts";
import { sendHead } from "../../platform/http/testing/raw-request.ts";
import { countJobs } from "../../platform/jobs/job-store.ts";
import { measureAi } from "../../platform/metrics/measure-ai.ts";
import { watchDatabase } from "../../platform/metrics/watch-database.ts";
import { createS3Storage } from "../../platform/storage/s3-storage.ts";
import { createTestApp, EDGE_KEY, type TestApp } from "../../testing/app.ts";

const checkOf = (body: { data: { checks: { name: string }[] } }, name: string) =>
  body.data.checks.find((check) => check.name === name);

describe("health", () => {
  test("reports that the process is alive", async () => {
    const { send } = await createTestApp();
    expect(await send("GET", "/health")).toMatchObject({ status: 200, body: { data: { status: "ok" } } });
  });
});

describe("readiness", () => {
  test("lists its checks; an unavailable AI service is reported and not counted", async () => {
    const { send } = await createTestApp();
    const reply = await send("GET", "/ready");
    expect(reply).toMatchObject({ status: 200, body: { success: true, data: { status: "ready" } } });
    expect(reply.body.data.checks.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok])).toEqual([
      ["draining", true],
      ["database", true],
      ["migrations", true],
      ["storage", true],
      ["ai-service", false],
    ]);
  });

  test("ends when the database lacks migrations of this build, and reports it", async () => {
    const { send, parts } = await createTestApp();
    await parts.db.execute(sql`delete from drizzle.__drizzle_migrations`);
    const { status, body, headers } = await send("GET", "/ready");
    expect([status, body.error.code, body.data.status]).toEqual([503, "SERVICE_UNAVAILABLE", "not-ready"]);
    expect(headers.get("Retry-After")).toBe("5");
    const detail = expect.stringMatching(/at migration none; this build needs \d{4}_/);
    expect(checkOf(body, "migrations")).toMatchObject({ ok: false, detail });
    expect(body.error.message).toEqual(detail);
  });

  test("continues when a newer build has migrated the database, and reports it", async () => {
    const { send, parts } = await createTestApp();
    await parts.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 99999999999999)`,
    );
    const { status, body } = await send("GET", "/ready");
    expect(status).toBe(200);
    expect(checkOf(body, "migrations")).toMatchObject({ ok: true, detail: expect.stringMatching(/newer/) });
  });

  test("continues while pictures cannot be written, and reports it", async () => {
    const { send, parts, advanceMs } = await createTestApp();
    expect(await send("GET", "/ready")).toMatchObject({ status: 200 });
    advanceMs(10_000);
    const objects = path.join(parts.settings.dataDir, "objects");
    await rm(objects, { recursive: true, force: true });
    await writeFile(objects, "a file where the folder should be");
    const { status, body } = await send("GET", "/ready");
    expect([status, checkOf(body, "storage")]).toMatchObject([200, { ok: false }]);
    await rm(objects);
    await expect.poll(async () => checkOf((await send("GET", "/ready")).body, "storage")).toMatchObject({ ok: true });
  });

  test("does not wait for a storage that hangs", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    afterAll(() => void silent.close());
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has an address and a port
    const { port } = silent.address() as AddressInfo;
    const place = { bucket: "pictures", prefix: "", region: undefined, endpoint: `http://127.0.0.1:${port}` };
    const credentials = { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "x" };
    const storage = createS3Storage(place, { credentials, idleTimeoutMs: 600_000 });
    let hasWritten = false;
    const write = (key: string, bytes: Uint8Array) => storage.write(key, bytes).finally(() => (hasWritten = true));
    const { send } = await createTestApp({ storage: { ...storage, write } });
    // On a busy machine the database may take longer than a check waits.
    const ready = async () => {
      const { status, body } = await send("GET", "/ready");
      return [status, checkOf(body, "storage"), hasWritten];
    };
    await expect.poll(ready).toMatchObject([200, { ok: false }, false]);
  });

  test("ends while the database is read-only: a standby, or a primary that was fenced off", async () => {
    const connection = await createTestDatabase();
    const { send } = await createTestApp({ connection });
    const name = new URL(connection.url).pathname.slice(1);
    const setReadOnly = async (value: "on" | "off") => {
      const server = inject("postgresUrl");
      await administer(server, `alter database ${name} set default_transaction_read_only = ${value}`);
      await administer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    };
    await setReadOnly("on");
    // The pool may still hold a connection that was just terminated.
    const ready = async () => {
      const { status, body, headers } = await send("GET", "/ready");
      return [status, headers.get("Retry-After"), checkOf(body, "database")];
    };
    const detail = "The database is read-only.";
    await expect.poll(ready).toEqual([503, "5", { name: "database", ok: false, detail }]);
    await setReadOnly("off");
    await expect.poll(() => send("GET", "/ready")).toMatchObject({ status: 200 });
  });

  test("ends before anything else when the process drains", async () => {
    const { parts } = await createTestApp();
    const draining = createApp({ ...parts, isDraining: () => true });
    const reply = await draining.request("/ready");
    expect(reply.status).toBe(503);
    expect(checkOf(JSON.parse(await reply.text()), "draining")).toMatchObject({ ok: false });
    expect((await draining.request("/health")).status).toBe(200);
  });
});

describe("metrics", () => {
  const listen = async ({ app, parts }: TestApp) => {
    const server = await startServer(() => app, { port: 0, host: "127.0.0.1", newId: parts.newId });
    afterAll(() => server.stop(0));
    return (headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${server.port}/metrics`, { headers });
  };
  const scrape = async (cloud: TestApp): Promise<string> => cloud.parts.metrics.registry.metrics();

  test("are open to this machine, and not through a proxy", async () => {
    const get = await listen(await createTestApp());
    const reply = await get();
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = await reply.text();
    for (const name of ["cloud_build_info", "process_resident_memory_bytes", "nodejs_eventloop_lag_p99_seconds"])
      expect(text).toMatch(new RegExp(`^${name}`, "m"));
    for (const name of ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
      expect((await get({ [name]: "127.0.0.1" })).status).toBe(403);
    expect((await get({ Authorization: "Bearer wrong" })).status).toBe(403);
    const behindProxy = await listen(await createTestApp({ settings: { trustedProxyHops: 1 } }));
    expect((await behindProxy()).status).toBe(403);
  });

  test("end in _total only where they count", async () => {
    const text = await scrape(await createTestApp());
    const gauges = [...text.matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name = ""]) => name);
    expect(gauges).toContain("nodejs_active_handles");
    expect(gauges.filter((name) => name.endsWith("_total"))).toEqual([]);
  });

  test("are closed to a page whose own name leads to this machine", async () => {
    const cloud = await createTestApp();
    const server = await startServer(() => cloud.app, { port: 0, host: "127.0.0.1", newId: cloud.parts.newId });
    cleanUpLater(() => server.stop(0));
    const statusFor = async (host: string) => {
      const reply = sendHead(server.port, {
        method: "GET",
        path: "/metrics",
        headers: { Host: host, Connection: "close" },
      });
      await once(reply.socket, "close");
      return [host, reply.status()];
    };
    for (const host of [
      "evil.example",
      `evil.example:${server.port}`,
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      "10.0.0.1",
    ])
      expect(await statusFor(host)).toEqual([host, 403]);
    for (const host of ["localhost", `LocalHost:${server.port}`, "127.0.0.1", "127.1.2.3:80", "[::1]", "[::1]:3000"])
      expect(await statusFor(host)).toEqual([host, 200]);
  });

  test("are open to others with the token, and closed with a wrong one", async () => {
    const metricsToken = "0123456789abcdef";
    const get = await listen(await createTestApp({ settings: { metricsToken } }));
    const forwarded = { "X-Forwarded-For": "10.1.2.3" };
    expect((await get(forwarded)).status).toBe(401);
    expect((await get({ ...forwarded, Authorization: `Bearer ${metricsToken}` })).status).toBe(200);
    expect((await get({ Authorization: "Bearer wrong" })).status).toBe(401);
  });

  test("count requests by template and exact status, never by address", async () => {
    const cloud = await createTestApp();
    const { authorization: headers } = await cloud.signIn("operator");
    for (const id of ["one", "two", "three"]) await cloud.send("GET", `/v1/containers/${id}`, { headers });
    for (const place of ["/v1/nothing/a", "/v1/nothing/b"]) await cloud.app.request(place);
    await cloud.app.request("/v1/containers/one", { method: "PROPFIND" });
    for (let tries = 0; tries < 7; tries++) await cloud.send("POST", "/v1/user/auth/email/login", { body: {} });
    const text = await scrape(cloud);
    const requests = 'http_request_duration_seconds_count{method="';
    expect(text).toContain(`${requests}GET",route="/v1/containers/{id}",status="404"} 3`);
    expect(text).toContain(`${requests}GET",route="unmatched",status="404"} 2`);
    expect(text).toContain(`${requests}other",route="unmatched",status="405"} 1`);
    expect(text).toContain(`http_requests_limited_total{route="/v1/user/auth/email/login"} 2`);
    expect(text).toContain("http_requests_in_flight 0");
    expect(text).not.toContain("three");
  });

  test("count scans and events once, and receipts that were replayed", async () => {
    const cloud = await createTestApp();
    const { scan } = edgeSender(cloud);
    const body = await scanBody();
    for (let time = 0; time < 3; time++) await scan("MSKU1234565", body, { "Idempotency-Key": "one" });
    const event = {
      event_id: "e1",
      tracking_id: 1,
      class_name: "box",
      confidence: 0.5,
      bbox: { x1: 0, y1: 0, x2: 1, y2: 1 },
      event_type: "enter",
      timestamp: new Date(cloud.parts.nowMs()).toISOString(),
    };
    const batch = { device_id: "d", camera_id: "c", session_id: "s", events: [event, event, { ...event, bbox: 1 }] };
    for (let time = 0; time < 2; time++)
      await cloud.send("POST", "/v1/tracking-data/stream-events", {
        body: batch,
        headers: { "X-API-Key": EDGE_KEY, "Idempotency-Key": "batch" },
      });
    const text = await scrape(cloud);
    expect(text).toContain('cloud_scans_total{type="category",source="edge"} 1');
    expect(text).toContain(
      'cloud_receipts_replayed_total{route="/v1/edge/containers/{containerNumber}/scans/category"} 2',
    );
    expect(text).toContain('cloud_stream_events_total{outcome="accepted"} 1');
    expect(text).toContain('cloud_stream_events_total{outcome="duplicate"} 1');
    expect(text).toContain('cloud_stream_events_total{outcome="rejected"} 1');
  });

  test("report jobs, connections and the AI service, and the rest when the database is unavailable", async () => {
    const cloud = await createTestApp();
    const { metrics, db, nowMs } = cloud.parts;
    const none = { busy: 0, idle: 0, waiting: 0 };
    watchDatabase(metrics, {
      poolStates: () => ({ people: none, edge: { ...none, waiting: 5 }, background: none, probes: none }),
      countJobs: () => countJobs(db),
      nowMs,
    });
    const ai = measureAi(metrics, createAbsentAiService());
    const bytes = new Uint8Array();
    await ai.detect({ task: "defect", contentType: "image/jpeg", bytes, width: 1, height: 1, deadlineMs: 1 });
    await cloud.send("POST", "/v1/user/auth/email/forgot-password", { body: { email: "admin@localhost" } });
    const text = await scrape(cloud);
    expect(text).toMatch(/^cloud_jobs\{kind="[a-z-]+",state="created"\} 1$/m);
    expect(text).toMatch(/^cloud_jobs_oldest_age_seconds\{kind="[a-z-]+",state="created"\} [\d.e-]+$/m);
    expect(text).toContain('cloud_database_connections{pool="edge",state="waiting"} 5');
    expect(text).toContain("cloud_ai_connected 0");
    expect(text).toContain("cloud_ai_configured 0");
    expect(text).toContain('cloud_ai_request_duration_seconds_count{task="defect",outcome="failed"} 1');
    await db.execute(sql`drop schema jobs cascade`);
    cloud.advanceMs(60_000);
    const without = await scrape(cloud);
    expect(without).not.toContain("cloud_jobs{");
    expect(without).toContain("cloud_ai_connected 0");
  });
});
