import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { deleteExpired, retention } from "../../operations/retention/retention.ts";
import { workers } from "../../workers.ts";
import { fleetOf } from "./testing.ts";

const MINUTE_MS = 60_000;
const cloud = await createTestApp({ clockRuns: false });
const fleet = await fleetOf(cloud);
const { admin, make, detail, beat, log } = fleet;
const nowMs = () => cloud.parts.nowMs();

const full = () => ({
  device_id: "gate-1",
  timestamp: new Date(nowMs() - 90_000).toISOString(),
  clock_synchronised: false,
  agent_version: "3.0.0",
  uptime_seconds: 86_400.5,
  cameras: [
    {
      camera_id: "lane-1-rear",
      state: "stalled",
      last_frame_at: "2026-11-20T09:15:29+01:00",
      frames_per_second: 0,
      frozen: true,
      restarts: 3,
      last_error: "no picture came for 10 s",
      unknown: [1],
    },
    { camera_id: "lane-1-top", state: "running", last_error: null },
  ],
  queue: {
    pending: 12,
    oldest_age_seconds: 61.5,
    parked: 1,
    unnumbered: 2,
    used_bytes: 4_096,
    max_bytes: 8_192,
    hours_until_full: 7.5,
  },
  disk: { free_bytes: 1_000_000_000_000, total_bytes: null },
  models: [
    { name: "cargo", version: "2" },
    { name: "damage", error: "the file is damaged" },
  ],
  from_the_future: { a: 1 },
});

describe("a heartbeat", () => {
  test("brings the device the key with which the cloud signs acknowledgements", async () => {
    const { headers } = fleet;
    const { body } = await cloud.send("GET", "/v1/admin/edge-imports/key", { headers });
    const { apiKey } = await make();
    expect(body.data.publicKey).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(await beat(apiKey)).toMatchObject({ body: { data: { acknowledgementKey: body.data.publicKey } } });
  });

  test("is kept as the device's newest, with how far its clock is off", async () => {
    const { device, apiKey } = await make();
    const { status, body } = await beat(apiKey, full());
    expect(status).toBe(200);
    expect(body).toMatchObject({ idempotencyKey: null, data: { deviceId: device.id, heartbeatSeconds: 30 } });
    expect(body.data.clockSkewMs).toBe(-90_000);
    expect(await detail(device.id)).toMatchObject({
      state: "active",
      reportedId: "gate-1",
      agentVersion: "3.0.0",
      clockSkewMs: body.data.clockSkewMs,
      lastHeartbeatAt: body.data.receivedAt,
      queue: { pending: 12, oldestAgeSeconds: 61.5, parked: 1, unnumbered: 2, refused: null, lastDeliveredAt: null },
      faults: { cameras: 1, models: 1 },
      heartbeat: {
        clockSynchronised: false,
        uptimeSeconds: 86_400.5,
        cameras: [
          { cameraId: "lane-1-rear", state: "stalled", frozen: true, lastFrameAt: "2026-11-20T08:15:29.000Z" },
          { cameraId: "lane-1-top", state: "running", frozen: null, lastFrameAt: null, lastError: null },
        ],
        disk: { freeBytes: 1_000_000_000_000, totalBytes: null },
        models: [
          { name: "cargo", version: "2" },
          { name: "damage", version: null, error: "the file is damaged" },
        ],
      },
    });
    await beat(apiKey, {});
    expect(await detail(device.id)).toMatchObject({
      reportedId: "gate-1",
      agentVersion: "3.0.0",
      clockSkewMs: null,
      queue: null,
      faults: { cameras: 0, models: 0 },
      heartbeat: { cameras: [], models: [], disk: null },
    });
    expect(await log(`actor=${device.id}`)).toEqual([]);
  });

  test("with the shared key lists the device that it names, once, and none without a name", async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => beat(EDGE_KEY, { device_id: "old-box" })));
    const ids = new Set(replies.map(({ body }) => body.data.deviceId));
    expect(ids.size).toBe(1);
    const [id] = ids;
    expect(await detail(id)).toMatchObject({ name: "old-box", source: "shared-key", state: "active", keys: [] });
    expect(await log(`subject=edge-device:${id}`)).toMatchObject([
      { action: "edge-device.create", actor: { name: "edge" } },
    ]);
    expect(await beat(EDGE_KEY, {})).toMatchObject({ status: 200, body: { data: { deviceId: null } } });
    expect((await admin("POST", `/${id}/revoke`)).body.error.code).toBe("EDGE_DEVICE_SHARES_KEY");
    const { code } = (await admin("POST", `/${id}/join-code`)).body.data;
    const { apiKey } = (await fleet.join(code)).body.data;
    expect(await beat(apiKey, { device_id: "old-box" })).toMatchObject({ body: { data: { deviceId: id } } });
    expect(await detail(id)).toMatchObject({ source: "own-key", state: "active" });
  });

  test("with an Idempotency-Key counts once, per device, and the key is forgotten after a day", async () => {
    const [one, other] = [await make("one"), await make("other")];
    const key = { "Idempotency-Key": "beat-1" };
    const first = await beat(one.apiKey, { uptime_seconds: 1 }, key);
    const again = await beat(one.apiKey, { uptime_seconds: 1 }, key);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    for (const [apiKey, body] of [
      [one.apiKey, { uptime_seconds: 2 }],
      [other.apiKey, { uptime_seconds: 1 }],
    ] as const)
      expect(await beat(apiKey, body, key)).toMatchObject({
        status: 409,
        body: { error: { code: "IDEMPOTENCY_KEY_REUSED" }, idempotencyKey: "beat-1" },
      });
    const { shortReceipts } = retention;
    const deleteOld = () => deleteExpired({ shortReceipts }, { ...cloud.parts, workers }, async () => true);
    const countReceipts = async () => {
      const { rows } = await cloud.parts.db.execute(sql`select count(*)::int as count from idempotency_receipts`);
      return rows[0]?.["count"];
    };
    await deleteOld();
    expect(await countReceipts()).toBe(1);
    cloud.advanceMs(24 * 60 * MINUTE_MS);
    await deleteOld();
    expect(await countReceipts()).toBe(1);
    cloud.advanceMs(1);
    await deleteOld();
    expect(await countReceipts()).toBe(0);
  });

  test.each([
    ["queue.pending", { queue: { pending: -1 } }],
    ["cameras.0.camera_id", { cameras: [{ state: "running" }] }],
    ["timestamp", { timestamp: "yesterday" }],
    ["uptime_seconds", { uptime_seconds: "5" }],
    ["device_id", { device_id: "" }],
    ["models", { models: Array.from({ length: 101 }, () => ({ name: "x" })) }],
  ])("is refused for a bad %s, and nothing is kept", async (path, body) => {
    const { device, apiKey } = await make();
    const { status, body: reply } = await beat(apiKey, body);
    expect([status, reply.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(reply.error.details[0].path).toBe(path);
    expect((await detail(device.id)).heartbeat).toBe(null);
  });
});
