import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { fleetOf } from "./testing.ts";

const MINUTE_MS = 60_000;
const connection = await createTestDatabase();
const cloud = await createTestApp({ connection });
const fleet = await fleetOf(cloud);
const { admin, make, detail, tryKey, edge, log } = fleet;

describe("a device's key", () => {
  test("is shown once, kept as a hash, and signs edge requests beside the shared key", async () => {
    const made = await admin("POST", "", { name: "  Gate 1 ", note: "north" });
    expect(made.status).toBe(201);
    const { device, apiKey, joinCode } = made.body.data;
    expect(apiKey).toMatch(/^ced_[A-Za-z0-9_-]{43}$/);
    expect(joinCode).toBe(null);
    expect(device).toMatchObject({ name: "Gate 1", note: "north", source: "own-key", state: "waiting" });
    expect(device.keys).toEqual([
      { hint: apiKey.slice(0, 8), createdAt: expect.any(String), endsAt: null, lastUsedAt: null },
    ]);
    expect([
      await tryKey(apiKey),
      await tryKey(EDGE_KEY),
      await tryKey(`${apiKey}x`),
      await tryKey(apiKey.slice(0, -1)),
    ]).toEqual([200, 200, "INVALID_API_KEY", "INVALID_API_KEY"]);
    const { rows } = await cloud.parts.db.execute(sql`select edge_keys::text || edge_devices::text as row
      from edge_keys join edge_devices on device_id = id`);
    expect(JSON.stringify(rows)).not.toContain(apiKey);
    expect(cloud.logLines.join("")).not.toContain(apiKey);
    expect(JSON.stringify(await log("subject=edge-device"))).not.toContain(apiKey);
  });

  test("names its device in the audit log", async () => {
    const { device, apiKey } = await make("Lane 4 box");
    const body = { container_number: "CSQU3054383" };
    expect((await edge(apiKey, "POST", "/v1/edge/containers/identify", body)).status).toBe(200);
    const actor = { type: "edge", id: device.id, name: "Lane 4 box" };
    for (const query of [device.id, "Lane%204%20box"])
      expect(await log(`actor=${query}`)).toMatchObject([{ action: "container.create", actor }]);
    await edge(EDGE_KEY, "POST", "/v1/edge/containers/identify", { container_number: "MSKU0000008" });
    expect((await log("actor=edge"))[0]).toMatchObject({ actor: { type: "edge", id: null, name: "edge" } });
  });

  test("is checked before the body is read, and its use is noted at most every 30 seconds", async () => {
    const { device, apiKey } = await make();
    const refused = await cloud.app.request("/v1/edge/heartbeat", {
      method: "POST",
      headers: { "X-API-Key": `ced_${"x".repeat(43)}`, "Content-Type": "application/json" },
      body: new ReadableStream({ pull: () => Promise.reject(new Error("the body was read")) }, { highWaterMark: 0 }),
      duplex: "half",
    });
    expect(refused.status).toBe(401);
    await tryKey(apiKey);
    const first = await detail(device.id);
    expect(first).toMatchObject({ state: "active", keys: [{ lastUsedAt: first.lastSeenAt }] });
    cloud.advanceMs(20_000);
    await tryKey(apiKey);
    expect((await detail(device.id)).lastSeenAt).toBe(first.lastSeenAt);
    cloud.advanceMs(15_000);
    await Promise.all(Array.from({ length: 5 }, () => tryKey(apiKey)));
    const { lastSeenAt } = await detail(device.id);
    expect(Date.parse(lastSeenAt) - Date.parse(first.lastSeenAt)).toBeGreaterThanOrEqual(35_000);
  });
});

describe("rotating", () => {
  test("gives a new key, and the one before works until the overlap is over", async () => {
    const { device, apiKey: old } = await make();
    const { status, body } = await admin("POST", `/${device.id}/rotate`, { overlapMinutes: 10 });
    expect(status).toBe(200);
    expect(body.data.device.keys).toHaveLength(2);
    const fresh = body.data.apiKey;
    expect([await tryKey(old), await tryKey(fresh)]).toEqual([200, 200]);
    cloud.advanceMs(10 * MINUTE_MS);
    expect([await tryKey(old), await tryKey(fresh)]).toEqual(["INVALID_API_KEY", 200]);
    expect((await detail(device.id)).keys).toMatchObject([{ hint: fresh.slice(0, 8), endsAt: null }]);
    expect(await log(`subject=edge-device:${device.id}`)).toMatchObject([
      { action: "edge-device.rotate-key", actor: { type: "user", name: fleet.adminEmail } },
      { action: "edge-device.create" },
    ]);
  });

  test("overlaps a day by default, again never longer than before, and with 0 not at all", async () => {
    const { device, apiKey: first } = await make();
    const rotate = async (body: unknown) => (await admin("POST", `/${device.id}/rotate`, body)).body.data.apiKey;
    const second = await rotate({ overlapMinutes: 60 });
    const third = await rotate({});
    cloud.advanceMs(60 * MINUTE_MS);
    expect([await tryKey(first), await tryKey(second), await tryKey(third)]).toEqual(["INVALID_API_KEY", 200, 200]);
    cloud.advanceMs(23 * 60 * MINUTE_MS);
    expect([await tryKey(second), await tryKey(third)]).toEqual(["INVALID_API_KEY", 200]);
    const last = await rotate({ overlapMinutes: 0 });
    expect([await tryKey(third), await tryKey(last)]).toEqual(["INVALID_API_KEY", 200]);
  });

  test.each([-1, 10_081, 1.5, "10"])("refuses an overlap of %j minutes", async (overlapMinutes) => {
    const { device } = await make();
    const reply = await admin("POST", `/${device.id}/rotate`, { overlapMinutes });
    expect(reply).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
  });
});

describe("revoking", () => {
  test("ends every key at once, in every process, and permanently", async () => {
    const other = await fleetOf(await createTestApp({ connection }));
    const { device, apiKey } = await make();
    const { apiKey: second } = (await admin("POST", `/${device.id}/rotate`, {})).body.data;
    const { code } = (await admin("POST", `/${device.id}/join-code`)).body.data;
    expect([await other.tryKey(apiKey), await other.tryKey(second)]).toEqual([200, 200]);
    expect(await admin("POST", `/${device.id}/revoke`)).toMatchObject({
      status: 200,
      body: { data: { state: "revoked", keys: [], joinCodeExpiresAt: null } },
    });
    for (const { tryKey } of [fleet, other])
      expect([await tryKey(apiKey), await tryKey(second)]).toEqual(["INVALID_API_KEY", "INVALID_API_KEY"]);
    expect((await fleet.join(code)).body.error.code).toBe("JOIN_CODE_GONE");
    for (const path of ["revoke", "rotate", "join-code"])
      expect(await admin("POST", `/${device.id}/${path}`, path === "rotate" ? {} : undefined)).toMatchObject({
        status: 409,
        body: { error: { code: "EDGE_DEVICE_REVOKED" } },
      });
  });

  test("a deleted device disappears with its keys", async () => {
    const { device, apiKey } = await make();
    expect((await admin("DELETE", `/${device.id}`)).status).toBe(200);
    expect(await tryKey(apiKey)).toBe("INVALID_API_KEY");
    expect((await admin("GET", `/${device.id}`)).body.error.code).toBe("EDGE_DEVICE_NOT_FOUND");
    expect(await log(`subject=edge-device:${device.id}&action=edge-device.delete`)).toMatchObject([
      { before: { name: "Gate 1", revokedAt: null }, after: null },
    ]);
  });
});

describe("a device", () => {
  test("changes its name and note only as it was read", async () => {
    const { device } = await make();
    const read = await admin("GET", `/${device.id}`);
    const ifMatch = { "If-Match": read.headers.get("ETag") ?? "" };
    const changed = await admin("PUT", `/${device.id}`, { name: "Gate 2" }, ifMatch);
    expect(changed).toMatchObject({ status: 200, body: { data: { name: "Gate 2", note: null } } });
    for (const [method, path] of [
      ["PUT", ""],
      ["POST", "/rotate"],
      ["POST", "/revoke"],
      ["POST", "/join-code"],
      ["DELETE", ""],
    ] as const) {
      const body = method === "PUT" || path === "/rotate" ? {} : undefined;
      expect((await admin(method, `/${device.id}${path}`, body, ifMatch)).status).toBe(412);
      expect((await admin(method, `/nothing${path}`, body)).body.error.code).toBe("EDGE_DEVICE_NOT_FOUND");
    }
    expect((await admin("PUT", `/${device.id}`, { note: "x" }, { "If-Match": "*" })).body.data.note).toBe("x");
    expect((await admin("PUT", `/${device.id}`, { name: " " })).status).toBe(400);
  });

  test("keeps its ETag while it only reports", async () => {
    const { device, apiKey } = await make();
    const before = await admin("GET", `/${device.id}`);
    await fleet.beat(apiKey, { uptime_seconds: 5 });
    const after = await admin("GET", `/${device.id}`);
    expect(after.headers.get("ETag")).toBe(before.headers.get("ETag"));
    expect(after.body.data.heartbeat.uptimeSeconds).toBe(5);
  });

  test("is listed by state and text, page by page", async () => {
    const one = await make("100%_box", { note: "Pier 7" });
    const two = await make("pier seven");
    await tryKey(two.apiKey);
    const names = async (query: string) =>
      (await admin("GET", `?${query}`)).body.data.items.map(({ name }: { name: string }) => name);
    expect(await names("q=pier")).toEqual(["pier seven", "100%_box"]);
    expect(await names("q=%25_")).toEqual(["100%_box"]);
    expect(await names("q=pier&state=active")).toEqual(["pier seven"]);
    expect(await names("q=pier&state=waiting")).toEqual(["100%_box"]);
    await admin("POST", `/${one.device.id}/revoke`);
    expect(await names("q=pier&state=revoked")).toEqual(["100%_box"]);
    expect(await names("q=pier&state=silent")).toEqual([]);
    const page = (await admin("GET", "?q=pier&limit=1")).body.data;
    expect(await names(`q=pier&limit=1&cursor=${page.nextCursor}`)).toEqual(["100%_box"]);
    expect((await admin("GET", "?state=unknown")).status).toBe(400);
  });
});
