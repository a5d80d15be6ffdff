import { findSettledEvents } from "../../journal/events/testing.ts";
import type { ServerResponse } from "node:http";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { dispatchEvents } from "./dispatch-events.ts";
import { setUp, startReceiver, verify } from "./testing.ts";

describe("a receiver that fails", () => {
  test("gets a retry with the same id; the delivery shows its answer", async () => {
    const [{ cloud, subscribe, record, work, deliveries, until, call }, receiver] = [
      await setUp(),
      await startReceiver(),
    ];
    const { id, secret } = await subscribe(receiver.url, ["device.back"]);
    receiver.answer = (_request, response) => {
      if (receiver.received.length === 1) response.writeHead(500).end("<h1>out of order</h1>");
      else response.writeHead(200).end();
    };
    work();
    await record({ kind: "device.back", deviceId: "d1", name: null });
    await until(id, {
      status: "pending",
      attempts: 1,
      lastStatusCode: 500,
      lastError: "It answered 500: <h1>out of order</h1>",
    });
    expect((await call("GET", `/${id}`)).body.data.failingSince).toEqual(expect.any(String));
    cloud.advanceMs(60_000);
    await until(id, { status: "delivered", attempts: 2, lastError: null });
    const [first, second] = receiver.received;
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(verify(secret, second!)).toMatchObject({ data: { deviceId: "d1", name: null } });
    expect((await call("GET", `/${id}`)).body.data.failingSince).toBeNull();
    expect(await deliveries(id)).toHaveLength(1);
  });

  test.each([
    [
      "redirects",
      (response: ServerResponse) => void response.writeHead(302, { Location: "/elsewhere" }).end(),
      "It answered 302.",
    ],
    ["hangs up", (response: ServerResponse) => void response.destroy(), expect.stringMatching(/\w{3}/)],
    [
      "asks for time",
      (response: ServerResponse) => void response.writeHead(429, { "Retry-After": "3600" }).end(),
      "It answered 429.",
    ],
  ])(
    "because it %s gets a retry later, and immediately when an administrator asks for it",
    async (name, answer, lastError) => {
      const [{ cloud, subscribe, record, work, until, call, deliveries }, receiver] = [
        await setUp(),
        await startReceiver(),
      ];
      const { id } = await subscribe(receiver.url, ["device.back"]);
      receiver.answer = (_request, response) => answer(response);
      work();
      await record({ kind: "device.back", deviceId: "d1", name: null });
      await until(id, { status: "pending", attempts: 1, lastError });
      const [delivery] = await deliveries(id);
      const waitMs = Date.parse(delivery.nextAttemptAt) - cloud.parts.nowMs();
      expect(waitMs > 3_500_000).toBe(name === "asks for time");
      receiver.answer = (_request, response) => void response.writeHead(200).end();
      const retried = await call("POST", `/${id}/deliveries/${delivery.id}/retry`);
      expect([retried.status, retried.body.data.status]).toEqual([200, "pending"]);
      await until(id, { status: "delivered" });
      const again = await call("POST", `/${id}/deliveries/${delivery.id}/retry`);
      expect([again.status, again.body.error.code]).toEqual([409, "WEBHOOK_DELIVERED"]);
    },
  );

  test("with 410 is disabled, and gets nothing until an administrator enables it", async () => {
    const [{ cloud, admin, as, subscribe, record, work, until, call, deliveries }, receiver] = [
      await setUp(),
      await startReceiver(),
    ];
    const { id } = await subscribe(receiver.url, ["device.back"]);
    receiver.answer = (_request, response) => void response.writeHead(410).end();
    work();
    await record({ kind: "device.back", deviceId: "d1", name: null });
    await until(id, { status: "failed", attempts: 1, lastStatusCode: 410, nextAttemptAt: null });
    expect((await call("GET", `/${id}`)).body.data).toMatchObject({ enabled: false, disabledReason: "gone" });
    const log = await as(admin, "GET", `/admin/audit-log?subject=webhook:${id}&action=webhook.disable`);
    expect(log.body.data.items).toMatchObject([{ actor: { type: "system" }, after: { enabled: false } }]);
    const [{ id: deliveryId }] = await deliveries(id);
    for (const path of [`/${id}/test`, `/${id}/deliveries/${deliveryId}/retry`])
      expect(await call("POST", path)).toMatchObject({ status: 409, body: { error: { code: "WEBHOOK_DISABLED" } } });
    await record({ kind: "device.back", deviceId: "while it was off", name: null });
    await findSettledEvents(cloud.parts.db);
    await dispatchEvents(cloud.parts);
    await call("PUT", `/${id}`, { enabled: true });
    receiver.answer = (_request, response) => void response.writeHead(200).end();
    await record({ kind: "device.back", deviceId: "d2", name: null });
    await until(id, { status: "delivered" });
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.deviceId)).toEqual(["d1", "d2"]);
  });

  test("once after days without an event gets all retries", async () => {
    const [{ cloud, subscribe, record, call, work, until }, receiver] = [await setUp(), await startReceiver()];
    const { id } = await subscribe(receiver.url, ["device.back"]);
    receiver.answer = (_request, response) => void response.writeHead(receiver.received.length === 1 ? 502 : 204).end();
    // The state after an event that never arrived.
    await cloud.parts.db.execute(sql`update webhooks set failing_since = now() - interval '6 days'`);
    await record({ kind: "device.back", deviceId: "d1", name: null });
    work();
    await until(id, { status: "pending", attempts: 1, nextAttemptAt: expect.any(String) });
    expect((await call("GET", `/${id}`)).body.data).toMatchObject({ enabled: true, disabledReason: null });
    cloud.advanceMs(60_000);
    await until(id, { status: "delivered", attempts: 2 });
    expect((await call("GET", `/${id}`)).body.data).toMatchObject({ enabled: true, failingSince: null });
  });

  test("for five days is disabled, once all attempts of an event have failed", async () => {
    const [{ cloud, subscribe, call, work, until }, receiver] = [await setUp(), await startReceiver()];
    const { id } = await subscribe(receiver.url);
    receiver.answer = (_request, response) => void response.writeHead(503).end();
    await cloud.parts.db.execute(sql`update webhooks set failing_since = now() - interval '5 days 1 minute'`);
    await call("POST", `/${id}/test`);
    await cloud.parts.db.execute(sql`update webhook_deliveries set attempts = 8`);
    work();
    await until(id, { status: "failed" });
    expect((await call("GET", `/${id}`)).body.data).toMatchObject({ enabled: false, disabledReason: "failing" });
    expect(cloud.logLines.some((line) => line.includes("a webhook is disabled"))).toBe(true);
  });

  test("gets all retries again when an administrator retries a delivery that used them up", async () => {
    const [{ cloud, subscribe, call, work, until, deliveries }, receiver] = [await setUp(), await startReceiver()];
    const { id } = await subscribe(receiver.url);
    receiver.answer = (_request, response) => void response.writeHead(503).end();
    await call("POST", `/${id}/test`);
    await cloud.parts.db.execute(sql`update webhook_deliveries set attempts = 8`);
    work();
    await until(id, { status: "failed", attempts: 9 });
    const [{ id: deliveryId }] = await deliveries(id);
    expect((await call("POST", `/${id}/deliveries/${deliveryId}/retry`)).body.data.status).toBe("pending");
    await until(id, { status: "pending", attempts: 10, nextAttemptAt: expect.any(String) });
    const [{ nextAttemptAt }] = await deliveries(id);
    expect(Date.parse(nextAttemptAt) - cloud.parts.nowMs()).toBeLessThan(60_000);
    cloud.advanceMs(60_000);
    await until(id, { status: "pending", attempts: 11 });
  });

  test("between reading a webhook and changing it does not refuse the change", async () => {
    const [{ subscribe, call, work, until }, receiver] = [await setUp(), await startReceiver()];
    const { id } = await subscribe(receiver.url);
    receiver.answer = (_request, response) => void response.writeHead(503).end();
    const read = await call("GET", `/${id}`);
    await call("POST", `/${id}/test`);
    work();
    await until(id, { attempts: 1 });
    const etag = { "If-Match": read.headers.get("ETag") ?? "" };
    const changed = await call("PUT", `/${id}`, { description: "the yard" }, etag);
    expect(changed).toMatchObject({ status: 200, body: { data: { failingSince: expect.any(String) } } });
    expect(changed.headers.get("ETag")).not.toBe(etag["If-Match"]);
    expect((await call("PUT", `/${id}`, { description: "another" }, etag)).status).toBe(412);
  });

  test("that is slow does not delay the others", async () => {
    const [{ subscribe, record, work }, slow, quick] = [await setUp(), await startReceiver(), await startReceiver()];
    slow.answer = () => {};
    await subscribe(slow.url, ["camera.seen"]);
    await subscribe(quick.url, ["camera.seen"]);
    work();
    for (let index = 0; index < 10; index += 1)
      await record({ kind: "camera.seen", cameraId: `c${index}`, deviceId: null });
    await expect.poll(() => quick.received).toHaveLength(10);
    expect(slow.received).toHaveLength(4);
  });
});

test("an attempt that a stopping process aborts is made again by another, with the same id", async () => {
  const [{ cloud, subscribe, call, work, until }, receiver] = [await setUp(), await startReceiver()];
  const { id } = await subscribe(receiver.url);
  receiver.answer = () => {};
  const first = work();
  await call("POST", `/${id}/test`);
  await expect.poll(() => receiver.received).toHaveLength(1);
  await first.stop(10);
  await until(id, { status: "pending", attempts: 0, lastError: null });
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  cloud.advanceMs(60_000);
  work();
  await until(id, { status: "delivered", attempts: 1 });
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});
