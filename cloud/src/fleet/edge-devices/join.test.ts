import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createTestDatabase, waitsForLocks } from "../../testing/database.ts";
import { createTestApp } from "../../testing/app.ts";
import { lockEdgeDevice } from "../register/edge-device-store.ts";
import { createJoinCode, hashJoinCode } from "./join-code.ts";
import { fleetOf } from "./testing.ts";

const MINUTE_MS = 60_000;

/** A separate app for each test: requests are counted per address, and all of them come from one here. */
const setUp = async (options: Parameters<typeof createTestApp>[0] = {}) => {
  const cloud = await createTestApp(options);
  return { cloud, ...(await fleetOf(cloud)) };
};

describe("a join code", () => {
  test("gives a box its own key and its settings, once", async () => {
    const { cloud, make, join, tryKey, detail, log } = await setUp({
      settings: { publicUrl: "https://i.example.com" },
    });
    const { device, apiKey, joinCode } = await make("Gate 1", { credential: "join-code" });
    expect([apiKey, device.keys]).toEqual([null, []]);
    expect(joinCode.code).toMatch(/^[A-Z0-9]{5}-[A-Z0-9]{5}$/);
    expect(Date.parse(joinCode.expiresAt) - Date.parse(device.createdAt)).toBe(15 * MINUTE_MS);
    const typed = ` ${joinCode.code.toLowerCase().replace("-", " ")} `;
    const joined = await join(typed, { device_id: "gate-1", agent_version: "3.0.0", host: "ignored" });
    expect(joined).toMatchObject({
      status: 200,
      body: {
        success: true,
        idempotencyKey: null,
        data: {
          deviceId: device.id,
          name: "Gate 1",
          publicUrl: "https://i.example.com",
          heartbeatSeconds: 30,
          silentAfterMinutes: 5,
        },
      },
    });
    expect(await tryKey(joined.body.data.apiKey)).toBe(200);
    expect(await detail(device.id)).toMatchObject({
      reportedId: "gate-1",
      agentVersion: "3.0.0",
      joinCodeExpiresAt: null,
    });
    expect(await join(typed)).toMatchObject({
      status: 410,
      body: { success: false, error: { code: "JOIN_CODE_GONE" }, idempotencyKey: null },
    });
    const actor = { type: "edge", id: device.id, name: "Gate 1" };
    const entries = await log(`subject=edge-device:${device.id}`);
    expect(entries[0]).toMatchObject({ action: "edge-device.join", actor });
    const { rows } = await cloud.parts.db.execute(sql`select edge_join_codes::text as row from edge_join_codes`);
    const kept = JSON.stringify([rows, entries, cloud.logLines]);
    expect(kept).not.toContain(joinCode.code.replace("-", ""));
    expect(kept).not.toContain(joinCode.code);
    expect(kept).not.toContain(joined.body.data.apiKey);
  });

  test("makes one key of parallel tries, over two processes", async () => {
    const connection = await createTestDatabase();
    const process = { connection, settings: { jwtSecret: "the secret that all processes share" } };
    const [one, other] = [await setUp(process), await setUp(process)];
    const { device, joinCode } = await one.make("Gate 1", { credential: "join-code" });
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? one : other).join(joinCode.code)),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(410)]);
    expect((await one.detail(device.id)).keys).toHaveLength(1);
  });

  test("that is used while its device is being revoked gives no key", async () => {
    const { cloud, make, admin, join, detail } = await setUp();
    const { db } = cloud.parts;
    const { device, joinCode } = await make("Gate 1", { credential: "join-code" });
    const replies = await db.transaction(async (tx) => {
      await lockEdgeDevice(tx, device.id);
      const revoked = admin("POST", `/${device.id}/revoke`);
      await waitsForLocks(db, 1);
      const joined = join(joinCode.code);
      await waitsForLocks(db, 2);
      return [revoked, joined];
    });
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 410]);
    expect(await detail(device.id)).toMatchObject({ state: "revoked", keys: [] });
  });

  test("ends after 15 minutes or when another replaces it; an unknown one is 404", async () => {
    const { cloud, make, admin, join, detail } = await setUp();
    const { device, joinCode: first } = await make("Gate 1", { credential: "join-code" });
    const second = await admin("POST", `/${device.id}/join-code`);
    expect(second).toMatchObject({ status: 201 });
    expect((await detail(device.id)).joinCodeExpiresAt).toBe(second.body.data.expiresAt);
    expect((await join(first.code)).status).toBe(410);
    cloud.advanceMs(15 * MINUTE_MS);
    expect((await join(second.body.data.code)).status).toBe(410);
    for (const code of ["AAAAA-AAAAA", "", "%", "ÄÖÜ"])
      expect(await join(code)).toMatchObject({ status: 404, body: { error: { code: "JOIN_CODE_NOT_FOUND" } } });
    expect((await cloud.send("POST", "/v1/edge/join", { body: { code: null } })).status).toBe(400);
  });

  test("lets the keys from before work for a day", async () => {
    const { cloud, make, admin, join, tryKey } = await setUp();
    const { device, apiKey } = await make();
    const { code } = (await admin("POST", `/${device.id}/join-code`)).body.data;
    await join(code);
    expect(await tryKey(apiKey)).toBe(200);
    cloud.advanceMs(24 * 60 * MINUTE_MS);
    expect(await tryKey(apiKey)).toBe("INVALID_API_KEY");
  });

  test("has no letters that look alike, and cannot be found out without the service's secret", () => {
    const letters = new Set(Array.from({ length: 200 }, createJoinCode).join(""));
    expect(Array.from("0O1IL2Z5S8B").filter((letter) => letters.has(letter))).toEqual([]);
    expect(hashJoinCode("k7mxq 9rtwa", "a secret")).toBe(hashJoinCode("K7MXQ-9RTWA", "a secret"));
    expect(hashJoinCode("K7MXQ-9RTWA", "another")).not.toBe(hashJoinCode("K7MXQ-9RTWA", "a secret"));
  });
});

test("joining needs no key, and takes 30 requests an address in 15 minutes, whatever they answer", async () => {
  const { cloud, join } = await setUp();
  const other = await cloud.send("GET", "/v1/edge/join");
  expect([other.status, other.headers.get("Allow")]).toEqual([405, "POST, OPTIONS"]);
  const replies = await Promise.all(Array.from({ length: 35 }, () => join("AAAAA-AAAAA")));
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(6);
  const refused = await join("AAAAA-AAAAA");
  expect(refused.body).toMatchObject({ error: { code: "RATE_LIMIT_EXCEEDED" }, idempotencyKey: null });
  expect(refused.headers.get("RateLimit-Policy")).toBe("30;w=900");
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
});
