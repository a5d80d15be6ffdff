import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { setUp, startReceiver } from "./testing.ts";
import { reopenWebhookDelivery } from "./webhook-delivery-store.ts";
import { lockWebhook } from "./webhook-store.ts";

/** A delivery that its receiver has got and not answered, until `answer`. */
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

test("an admin who has a delivery made again while its try ends does not wait for it in a circle", async () => {
  const { cloud, id, delivery, answer, until } = await startTry();
  const { db, nowMs } = cloud.parts;
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await db.transaction(async (tx) => {
    await lockWebhook(tx, id);
    answer(500);
    await vi.waitUntil(async () => (await db.execute(waiting)).rows.length > 0, 120_000);
    await reopenWebhookDelivery(tx, { id: delivery.id, webhookId: id, now: new Date(nowMs()) });
  });
  await until(id, { status: "pending", attempts: 1, lastStatusCode: 500 });
  expect(cloud.logLines.filter((line) => line.includes("made again later"))).toEqual([]);
});

test("a webhook that got another address during a try is not disabled because the old one is gone", async () => {
  const { id, answer, call, until } = await startTry();
  await call("PUT", `/${id}`, { url: "http://127.0.0.1:9/elsewhere" });
  answer(410);
  await until(id, { status: "pending", attempts: 1, lastStatusCode: 410 });
  expect((await call("GET", `/${id}`)).body.data.enabled).toBe(true);
});
