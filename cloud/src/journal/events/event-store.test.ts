import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Connection } from "../../platform/db/connect.ts";
import { createEmbeddedTestDatabase, createTestDatabase } from "../../testing/database.ts";
import {
  deleteEventsBefore,
  deleteForeignEvents,
  EVENTS_CHANNEL,
  findEventsAfter,
  findEventsBetween,
  findNewestPosition,
  recordEvent,
} from "./event-store.ts";
import { findSettledEvents } from "./testing.ts";

const write = (tx: DatabaseOrTransaction, cameraId: string, nowMs = 1_000) =>
  recordEvent(tx, { kind: "camera.seen", cameraId, deviceId: null }, nowMs);
const camerasOf = (events: { data: Record<string, unknown> }[]) => events.map(({ data }) => data["cameraId"]);

/**
 * A transaction that pauses between its write and its end until the test releases it, on a pool that has room
 * for five.
 */
async function openTransaction({ pools }: Connection, cameraId: string) {
  const wrote = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const done = pools.edge.transaction(async (tx) => {
    await write(tx, cameraId);
    wrote.resolve();
    await mayEnd.promise;
  });
  await wrote.promise;
  return {
    commit: () => (mayEnd.resolve(), done),
    rollBack: () => (mayEnd.reject(new Error("a change of mind")), done.catch(() => {})),
  };
}

describe.each([
  ["Postgres", createTestDatabase],
  ["the embedded database", createEmbeddedTestDatabase],
])("events on %s", (_name, createDatabase) => {
  test("are recorded if and only if their transaction commits", async () => {
    const { db } = await createDatabase();
    const failing = db.transaction(async (tx) => {
      await write(tx, "rolled back");
      throw new Error("a change of mind");
    });
    await expect(failing).rejects.toThrow(/change of mind/);
    await db.transaction(async (tx) => {
      await write(tx, "first");
      await write(tx, "second");
    });
    const found = await findSettledEvents(db);
    expect(found).toMatchObject([{ kind: "camera.seen", container: null }, {}]);
    expect(camerasOf(found)).toEqual(["first", "second"]);
    expect(await findNewestPosition(db)).toEqual(found[1]!.position);
  });

  test("are followed exactly from a recorded position, and from no other", async () => {
    const { db } = await createDatabase();
    for (const camera of ["a", "b", "c", "d"]) await write(db, camera);
    const [a, b, , d] = (await findSettledEvents(db)).map((event) => event.position);
    expect(camerasOf((await findEventsBetween(db, a!, d!, 3))!)).toEqual(["b", "c", "d"]);
    expect(await findEventsBetween(db, d!, d!, 3)).toEqual([]);
    expect(await findEventsBetween(db, a!, d!, 2)).toBeUndefined();
    expect(await findEventsBetween(db, { xid: b!.xid, id: "999" }, d!, 3)).toBeUndefined();
    expect(await findEventsBetween(db, { xid: "999999999", id: "1" }, d!, 3)).toBeUndefined();
  });

  test("are deleted when they are old, all but the newest", async () => {
    const { db } = await createDatabase();
    for (const nowMs of [1_000, 2_000, 3_000]) await write(db, String(nowMs), nowMs);
    expect(await deleteEventsBefore(db, new Date(2_500), async () => true)).toBe(2);
    expect(await deleteEventsBefore(db, new Date(9_999), async () => true)).toBe(0);
    expect(camerasOf(await findSettledEvents(db))).toEqual(["3000"]);
  });
});

describe("transactions that end in another order than they began", () => {
  test("lose no event: a late commit is not skipped, and later events wait for it", async () => {
    const database = await createTestDatabase();
    const { db } = database;
    await write(db, "before");
    const position = (await findSettledEvents(db))[0]!.position;
    const early = await openTransaction(database, "began first");
    const late = await openTransaction(database, "began second");
    await late.commit();
    await write(db, "began third");
    expect(await findEventsAfter(db, position, 10)).toEqual({ events: [], isHeldBack: true });
    expect(await findNewestPosition(db)).toEqual(position);
    await early.commit();
    expect(camerasOf(await findSettledEvents(db, position))).toEqual(["began first", "began second", "began third"]);
  });

  test("hold nothing back once they are rolled back", async () => {
    const database = await createTestDatabase();
    const early = await openTransaction(database, "rolled back");
    await write(database.db, "kept");
    await early.rollBack();
    expect(camerasOf(await findSettledEvents(database.db))).toEqual(["kept"]);
  });

  test("are followed by a reader without loss, repetition or disorder, however they interleave", async () => {
    const database = await createTestDatabase();
    const { db } = database;
    const names = Array.from({ length: 60 }, (_, index) => `event ${index}`);
    const seen: unknown[] = [];
    let position = await findNewestPosition(db);
    const read = async () => {
      const { events } = await findEventsAfter(db, position, 7);
      seen.push(...camerasOf(events));
      position = events.at(-1)?.position ?? position;
    };
    const open: Awaited<ReturnType<typeof openTransaction>>[] = [];
    for (const [index, name] of names.entries()) {
      open.push(await openTransaction(database, name));
      // At most five stay open, and a different one of them ends each time.
      if (open.length === 5) await open.splice((index * 7) % 5, 1)[0]!.commit();
      await read();
    }
    for (const transaction of open) await transaction.commit();
    await expect.poll(() => read().then(() => seen)).toHaveLength(names.length);
    expect(new Set(seen)).toEqual(new Set(names));
    expect(seen).toEqual(camerasOf(await findSettledEvents(db)));
  });
});

test("a writer's notification is sent on commit", async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  cleanUpLater(() => client.end());
  const heard: string[] = [];
  client.on("notification", ({ channel }) => heard.push(channel));
  await client.query(`listen ${EVENTS_CHANNEL}`);
  const open = await openTransaction(database, "one");
  await client.query("select 1");
  expect(heard).toEqual([]);
  await open.commit();
  await expect.poll(() => heard).toEqual([EVENTS_CHANNEL]);
});

test("events of another server's backup are deleted, since this server has not reached their transactions", async () => {
  const database = await createTestDatabase();
  await write(database.db, "own");
  const client = new Client({ connectionString: database.url });
  await client.connect();
  cleanUpLater(() => client.end());
  await client.query("insert into live_events (xid, at, kind, data) values ('999999999', now(), 'camera.seen', '{}')");
  await deleteForeignEvents(database.db);
  const { rows } = await client.query("select data from live_events");
  expect(rows).toEqual([{ data: { cameraId: "own", deviceId: null } }]);
});
