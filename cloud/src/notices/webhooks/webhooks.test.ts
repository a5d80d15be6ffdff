import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { recordEvent } from "../../journal/events/event-store.ts";
import type { NewLiveEvent } from "../../journal/events/new-live-event.ts";
import { setUp, startReceiver, verify } from "./testing.ts";

const scanOf = (containerId: string, scanId = "s1"): NewLiveEvent => ({
  kind: "scan.recorded",
  containerId,
  scanId,
  type: "category",
  source: "edge",
  status: "done",
  cameraId: "c1",
});
describe("an event", () => {
  test("reaches every subscribed webhook once, signed as the Standard Webhooks libraries verify it", async () => {
    const [{ as, ann, subscribe, record, work, until, deliveries }, one, other, third] = [
      await setUp(),
      await startReceiver(),
      await startReceiver(),
      await startReceiver(),
    ];
    const early = (await as(ann, "POST", "/containers", { containerNumber: "HOOK0" })).body.data;
    await record(scanOf(early.id, "before anybody wanted it"));
    const { id, secret } = await subscribe(one.url);
    const { secret: otherSecret } = await subscribe(other.url, ["device.silent", "scan.recorded"]);
    await subscribe(third.url, ["device.silent"]);
    work();
    await record({ kind: "device.silent", deviceId: "d1", name: "gate 1" });
    const container = (await as(ann, "POST", "/containers", { containerNumber: "HOOK1" })).body.data;
    await record(scanOf(container.id));
    await expect.poll(() => [one.received.length, other.received.length, third.received.length]).toEqual([1, 2, 1]);
    const [received] = one.received;
    expect(verify(secret, received!)).toEqual({
      type: "scan.recorded",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        container: { id: container.id, containerNumber: "HOOK1", status: "REGISTERED" },
        scanId: "s1",
        type: "category",
        source: "edge",
        status: "done",
        cameraId: "c1",
      },
    });
    expect(() => verify(otherSecret, received!)).toThrow(/No matching signature/);
    expect(received?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Container-Inspection-Webhooks",
    });
    await until(id, { status: "delivered" });
    expect(await deliveries(id)).toEqual([
      {
        id: received?.headers["webhook-id"],
        type: "scan.recorded",
        payload: received?.body,
        status: "delivered",
        attempts: 1,
        lastStatusCode: 204,
        lastError: null,
        nextAttemptAt: null,
        createdAt: expect.any(String),
        deliveredAt: expect.any(String),
      },
    ]);
  });

  test("is delivered once by two concurrent processes", async () => {
    const [{ cloud, subscribe, record, work, deliveries }, receiver] = [await setUp(), await startReceiver()];
    const { id } = await subscribe(receiver.url, ["camera.seen"]);
    work();
    work();
    // Two transactions that overlap: the one that began first commits last.
    const mayEnd = Promise.withResolvers<void>();
    const slow = cloud.parts.db.transaction(async (tx) => {
      await recordEvent(tx, { kind: "camera.seen", cameraId: "slow", deviceId: null }, cloud.parts.nowMs());
      await mayEnd.promise;
    });
    for (let index = 0; index < 150; index += 1)
      await record({ kind: "camera.seen", cameraId: `c${index}`, deviceId: null });
    mayEnd.resolve();
    await slow;
    const cameras = () => receiver.received.map(({ body }) => JSON.parse(body).data.cameraId);
    await expect.poll(() => new Set(cameras()).size).toBe(151);
    expect(receiver.received).toHaveLength(151);
    await expect.poll(() => deliveries(id, "?limit=200&status=delivered")).toHaveLength(151);
  });
});

describe("addresses", () => {
  test("of the own network are refused at once if the URL shows it, and otherwise on connecting", async () => {
    const receiver = await startReceiver();
    const { cloud, subscribe, call, work, until } = await setUp({ webhookAllowPrivateAddresses: false });
    for (const url of [
      receiver.url,
      "http://localhost/x",
      "https://[::1]/",
      "https://169.254.169.254/latest",
      "http://2130706433/",
    ])
      expect(await call("POST", "", { url, events: ["scan.recorded"] })).toMatchObject({
        status: 400,
        body: { error: { code: "VALIDATION_ERROR", details: [{ path: "url" }] } },
      });
    // A name that resolves to a private address only after the webhook was created.
    const { id } = await subscribe("http://hooks.example.com/");
    expect(await call("PUT", `/${id}`, { url: receiver.url })).toMatchObject({
      status: 400,
      body: { error: { code: "VALIDATION_ERROR", details: [{ path: "url" }] } },
    });
    const inside = receiver.url.replace("127.0.0.1", "localhost");
    await cloud.parts.db.execute(sql`update webhooks set url = ${inside}`);
    work();
    await call("POST", `/${id}/test`);
    await until(id, { attempts: 1, lastStatusCode: null, lastError: expect.stringContaining("public internet") });
    expect(receiver.received).toEqual([]);
  });

  test("must be https in production", async () => {
    const { call, subscribe } = await setUp({ production: true });
    const body = { url: "http://hooks.example.com/", events: ["scan.recorded"] };
    expect((await call("POST", "", body)).status).toBe(400);
    const { id } = await subscribe("https://hooks.example.com/");
    expect((await call("PUT", `/${id}`, { url: body.url })).status).toBe(400);
  });
});

describe("secrets", () => {
  test("are returned once, are encrypted in the database, and both sign for a day after a rotation", async () => {
    const [{ cloud, subscribe, call, work, until }, receiver] = [await setUp(), await startReceiver()];
    const first = await subscribe(receiver.url);
    expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { body } = await call("POST", `/${first.id}/rotate-secret`);
    const { secret, ...rest } = body.data;
    expect(secret).not.toBe(first.secret);
    expect((await call("GET", `/${first.id}`)).body.data).toEqual(rest);
    const { rows } = await cloud.parts.db.execute(sql`select * from webhooks`);
    for (const shown of [secret, first.secret]) expect(JSON.stringify(rows)).not.toContain(shown.slice(6));
    await call("POST", `/${first.id}/test`);
    work();
    await until(first.id, { status: "delivered" });
    for (const key of [first.secret, secret])
      expect(verify(key, receiver.received[0]!)).toMatchObject({ type: "webhook.test" });
    await cloud.parts.db.execute(sql`update webhooks set previous_secret_ends_at = now() - interval '1 second'`);
    await call("POST", `/${first.id}/test`);
    await expect.poll(() => receiver.received).toHaveLength(2);
    expect(() => verify(first.secret, receiver.received[1]!)).toThrow(/No matching/);
    expect(verify(secret, receiver.received[1]!)).toMatchObject({ data: { webhookId: first.id } });
  });

  test("that JWT_SECRET no longer opens fail with the fix, and a rotation repairs them", async () => {
    const [{ cloud, subscribe, call, work, until }, receiver] = [await setUp(), await startReceiver()];
    const { id } = await subscribe(receiver.url);
    await cloud.parts.db.execute(sql`update webhooks set secret = 'c2VhbGVkIHdpdGggYW5vdGhlciBrZXkgdGhhbiBvdXJz'`);
    await call("POST", `/${id}/test`);
    work();
    await until(id, {
      status: "pending",
      attempts: 1,
      lastError: expect.stringContaining("rotate the webhook's secret"),
    });
    const { secret, previousSecretEndsAt } = (await call("POST", `/${id}/rotate-secret`)).body.data;
    expect(previousSecretEndsAt).toBeNull();
    await until(id, { status: "delivered" });
    expect(verify(secret, receiver.received[0]!)).toMatchObject({ type: "webhook.test" });
  });
});

describe("the routes", () => {
  test("list, change by If-Match, and delete with all deliveries", async () => {
    const { cloud, call, subscribe, deliveries } = await setUp();
    const [one, two] = [await subscribe("https://a.example.com/"), await subscribe("https://b.example.com/")];
    const { items } = (await call("GET")).body.data;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([two.id, one.id]);
    expect(items[0]).not.toHaveProperty("secret");
    const page = (await call("GET", "?limit=1")).body.data;
    expect((await call("GET", `?limit=1&cursor=${page.nextCursor}`)).body.data.items).toEqual([items[1]]);
    const got = await call("GET", `/${one.id}`);
    const etag = { "If-Match": got.headers.get("ETag") ?? "" };
    const changed = await call(
      "PUT",
      `/${one.id}`,
      { events: ["device.back", "device.back"], description: "ops" },
      etag,
    );
    expect(changed.body.data).toMatchObject({
      events: ["device.back"],
      description: "ops",
      enabled: true,
      url: "https://a.example.com/",
    });
    expect((await call("PUT", `/${one.id}`, { enabled: false }, etag)).status).toBe(412);
    const current = await call("GET", `/${one.id}`);
    cloud.advanceMs(60_000);
    const same = await call("PUT", `/${one.id}`, { url: current.body.data.url, enabled: current.body.data.enabled });
    expect([same.body.data, same.headers.get("ETag")]).toEqual([current.body.data, current.headers.get("ETag")]);
    expect((await call("PUT", `/${one.id}`, { enabled: false })).body.data).toMatchObject({ disabledReason: "admin" });
    expect((await call("PUT", `/${one.id}`, { enabled: true })).body.data).toMatchObject({
      enabled: true,
      disabledReason: null,
    });
    await call("POST", `/${one.id}/test`);
    expect(await deliveries(one.id, "?status=pending")).toHaveLength(1);
    expect((await call("DELETE", `/${one.id}`)).status).toBe(200);
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/test"],
      ["POST", "/rotate-secret"],
      ["GET", "/deliveries"],
    ] as const)
      expect(await call(method, `/${one.id}${path}`)).toMatchObject({
        status: 404,
        body: { error: { code: "WEBHOOK_NOT_FOUND" } },
      });
    const foreign = await call("POST", `/${two.id}/deliveries/nothing/retry`);
    expect(foreign).toMatchObject({ status: 404, body: { error: { code: "WEBHOOK_DELIVERY_NOT_FOUND" } } });
  });

  test("refuse an invalid webhook, and the twenty-first", async () => {
    const { ann, as, call, subscribe } = await setUp();
    const good = { url: "https://a.example.com/", events: ["scan.recorded"] };
    for (const change of [
      { url: "ftp://a.example.com" },
      { url: "a" },
      { url: "https://me:pw@a.example.com" },
      { events: [] },
      { events: ["all"] },
      { url: undefined },
      { description: "\0" },
    ])
      expect([change, (await call("POST", "", { ...good, ...change })).status]).toEqual([change, 400]);
    expect((await as(ann, "GET", "/admin/webhooks")).status).toBe(403);
    for (let index = 0; index < 20; index += 1) await subscribe(`https://a${index}.example.com/`);
    expect(await call("POST", "", good)).toMatchObject({ status: 409, body: { error: { code: "TOO_MANY_WEBHOOKS" } } });
  });
});
