import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { findSettledEvents } from "../../journal/events/testing.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { dispatchEvents } from "./dispatch-events.ts";

/** Locks a table until `release`, which may first do more in the same transaction. */
async function lockTable(db: DatabaseOrTransaction, table: "webhooks" | "live_events") {
  const locked = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<(tx: DatabaseOrTransaction) => Promise<unknown>>();
  const done = db.transaction(async (tx) => {
    await tx.execute(sql.raw(`lock table ${table} in access exclusive mode`));
    locked.resolve();
    await (
      await mayEnd.promise
    )(tx);
  });
  await locked.promise;
  return async (last: (tx: DatabaseOrTransaction) => Promise<unknown> = async () => {}) => {
    mayEnd.resolve(last);
    await done;
  };
}

test("an event is delivered that is recorded right after the first webhook was created", async () => {
  const connection = await createTestDatabase();
  const { parts, ...cloud } = await createTestApp({ connection, settings: { webhookAllowPrivateAddresses: true } });
  const { pools } = connection;
  const admin = await cloud.signIn("admin");
  const event = (deviceId: string) => ({ kind: "device.back" as const, deviceId, name: null });
  await parts.db.transaction((tx) => recordEvent(tx, event("before"), parts.nowMs()));
  await findSettledEvents(parts.db);

  const unlockWebhooks = await lockTable(pools.edge, "webhooks");
  const dispatched = dispatchEvents(parts);
  const locks = async (which: SQL) => (await pools.people.execute(sql`select 1 from pg_locks where ${which}`)).rows;
  await expect.poll(() => locks(sql`not granted and relation = 'webhooks'::regclass`)).toHaveLength(1);
  const lockingEvents = lockTable(pools.edge, "live_events");
  const asked = sql`relation = 'live_events'::regclass and mode = 'AccessExclusiveLock'`;
  await expect.poll(() => locks(asked)).toHaveLength(1);
  await unlockWebhooks();
  const unlockEvents = await lockingEvents;
  // Where it asks for the newest event only now, it waits, and skips the event that comes after the webhook.
  const isWaitingOrDone = async () => {
    const waiting = await locks(sql`not granted and relation = 'live_events'::regclass`);
    return waiting.length > 0 || Promise.race([dispatched.then(() => true), Promise.resolve(false)]);
  };
  await expect.poll(isWaitingOrDone).toBe(true);
  const body = { url: "http://127.0.0.1:9/hook", events: ["device.back"] };
  const { id } = (await cloud.send("POST", "/v1/admin/webhooks", { body, headers: admin.authorization })).body.data;
  await unlockEvents((tx) => recordEvent(tx, event("after"), parts.nowMs()));
  await dispatched;

  await findSettledEvents(parts.db);
  await dispatchEvents(parts);
  const reply = await cloud.send("GET", `/v1/admin/webhooks/${id}/deliveries`, { headers: admin.authorization });
  expect(reply.body.data.items).toHaveLength(1);
});
