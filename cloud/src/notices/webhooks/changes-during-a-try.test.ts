import { findSettledEvents } from "../../journal/events/testing.ts";
import { expect, test } from "vitest";
import { waitsForLocks } from "../../testing/database.ts";
import { dispatchEvents } from "./dispatch-events.ts";
import { setUp, startReceiver } from "./testing.ts";
import { createDeliverWebhook } from "./deliver-webhook.ts";
import { claimDueDeliveries, webhookDeliveryStore } from "./webhook-delivery-store.ts";
import { lockWebhook } from "./webhook-store.ts";

/** A delivery that its receiver has received and does not answer until `answer`. */
async function startTry() {
  const [hooks, receiver] = [await setUp(), await startReceiver()];
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<number>();
  receiver.answer = (_request, response) => {
    asked.resolve();
    void answered.promise.then((status) => response.writeHead(status).end());
  };
  const { id } = await hooks.subscribe(receiver.url, ["device.back"]);
  hooks.work();
  await hooks.record({ kind: "device.back", deviceId: "d1", name: null });
  await asked.promise;
  const [delivery] = await hooks.deliveries(id);
  return { ...hooks, id, delivery, answer: answered.resolve };
}

test("an administrator's retry at the end of an attempt does not deadlock with it", async () => {
  const { cloud, id, delivery, answer, until } = await startTry();
  const { db, nowMs } = cloud.parts;
  await db.transaction(async (tx) => {
    await lockWebhook(tx, id);
    answer(500);
    await waitsForLocks(db);
    await webhookDeliveryStore.reopen(tx, delivery.id, { nextAttemptAt: new Date(nowMs()) });
  });
  await until(id, { status: "pending", attempts: 1, lastStatusCode: 500 });
  expect(cloud.logLines.filter((line) => line.includes("webhook delivery failed"))).toEqual([]);
});

test("a webhook whose address changed during an attempt is not disabled by a 410 of the old one", async () => {
  const { id, answer, call, until } = await startTry();
  await call("PUT", `/${id}`, { url: "http://127.0.0.1:9/elsewhere" });
  answer(410);
  await until(id, { status: "pending", attempts: 1, lastStatusCode: 410 });
  expect((await call("GET", `/${id}`)).body.data.enabled).toBe(true);
});

test("an attempt that ends after another process has made it and the next one changes nothing", async () => {
  const [hooks, receiver] = [await setUp(), await startReceiver()];
  const { parts } = hooks.cloud;
  const { id } = await hooks.subscribe(receiver.url, ["device.back"]);
  await hooks.record({ kind: "device.back", deviceId: "d1", name: null });
  await findSettledEvents(parts.db);
  await dispatchEvents(parts);
  /** Claims the delivery as another process would, after the lease has ended. */
  const claim = async () => {
    const now = new Date(parts.nowMs() + 3_600_000);
    const [due] = await claimDueDeliveries(parts.db, { now, leaseEndsAt: now, perWebhook: 1, room: new Map() });
    return due!;
  };
  const { signal } = new AbortController();
  const slow = Promise.withResolvers<void>();
  receiver.answer = (_request, response) => void slow.promise.then(() => response.writeHead(500).end("slow"));
  const trying = createDeliverWebhook(parts)(await claim(), signal);
  await expect.poll(() => receiver.received).toHaveLength(1);
  receiver.answer = (_request, response) => void response.writeHead(503).end();
  for (const _ of [1, 2]) await createDeliverWebhook(parts)(await claim(), signal);
  const [before] = await hooks.deliveries(id);
  expect(before).toMatchObject({ status: "pending", attempts: 2, lastStatusCode: 503 });
  slow.resolve();
  await trying;
  expect(receiver.received).toHaveLength(3);
  expect(await hooks.deliveries(id)).toEqual([before]);
});
