import { sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, test } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { createTestApp, EDGE_KEY, type TestApp } from "../../testing/app.ts";
import { openTrackingDatabase, type TrackingDatabase } from "../../platform/db/tracking-database.ts";
import { maintain } from "../../operations/retention/maintenance.ts";
import { DAY_MS } from "./partition-days.ts";
import { eventBody } from "./testing.ts";

const PATH = "/v1/tracking-data/stream-events";
const sizes = { people: 3, edge: 3, background: 2, probes: 1 };

/** The main database, which is not asked where an address is given. */
const noMain = {
  get pools(): never {
    throw new Error("the main database has no tracking tables here");
  },
};

/** The tracking database at an address, closed after the file's tests. */
export function openTracking(trackingDatabaseUrl: string): TrackingDatabase {
  const settings = { trackingDatabaseUrl, databaseConnections: sizes };
  const tracking = openTrackingDatabase(settings, noMain, pino({ level: "silent" }));
  cleanUpLater(async () => tracking.own?.close());
  return tracking;
}

export function senderOf({ send }: TestApp) {
  return (cameraId: string, events: unknown[], key?: string) =>
    send("POST", PATH, {
      body: { device_id: "box-1", camera_id: cameraId, session_id: "run-1", events },
      headers: { "X-API-Key": EDGE_KEY, ...(key === undefined ? {} : { "Idempotency-Key": key }) },
    });
}

/**
 * Counts the rows of a tracking table in the main database and in the separate tracking database.
 */
export async function countRows({ parts }: TestApp, table: string): Promise<{ main: number; own: number }> {
  const { background } = await parts.tracking.pools();
  const count = async (db: typeof background) => {
    const { rows } = await db.execute<{ rows: number }>(
      sql`select count(*)::int as rows from ${sql.identifier(table)}`,
    );
    return rows[0]?.rows ?? -1;
  };
  return { main: await count(parts.db), own: await count(background) };
}

/**
 * Registers the tests of a separate tracking database, plain or distributed; `createUrl` creates an empty one.
 */
export function checkOwnDatabase(createUrl: () => Promise<string>): void {
  checkWrites(createUrl);
  checkFailures(createUrl);
  checkRetention(createUrl);
}

function checkWrites(createUrl: () => Promise<string>): void {
  test("takes events, summaries and receipts, and the main database the camera", async () => {
    const cloud = await createTestApp({ tracking: openTracking(await createUrl()) });
    const now = cloud.parts.nowMs();
    const post = senderOf(cloud);
    const cameras = Array.from({ length: 8 }, (_, index) => `gate-${index}`);
    for (const camera of cameras) {
      const batches = Array.from({ length: 8 }, (_, index) => [eventBody(`e-${index}`, now - index * 1_000)]);
      // More often than Postgres plans a prepared statement with its values.
      for (const [index, events] of batches.entries())
        expect((await post(camera, events, `key-${index}`)).body.data.accepted).toBe(1);
      const again = await post(camera, batches[0] ?? [], "key-0");
      expect([again.status, again.headers.get("Idempotent-Replayed"), again.body.data.accepted]).toEqual([
        200,
        "true",
        1,
      ]);
      expect((await post(camera, batches[1] ?? [], "key-0")).body.error.code).toBe("IDEMPOTENCY_KEY_REUSED");
      expect((await post(camera, batches[1] ?? [])).body.data).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
    }
    expect(await countRows(cloud, "tracking_events")).toEqual({ main: 0, own: 64 });
    expect(await countRows(cloud, "stream_event_receipts")).toEqual({ main: 0, own: 64 });
    const headers = (await cloud.signIn("operator")).authorization;
    for (const camera of cameras) {
      const { body } = await cloud.send("GET", `/v1/tracking-data/cameras/${camera}?minutes=1440`, { headers });
      expect(body.data).toMatchObject({ totalEvents: 8, activeObjects: [{ trackingId: 1, eventCount: 8 }] });
    }
    const { body } = await cloud.send("GET", "/v1/cameras", { headers });
    expect(body.data.items.map(({ cameraId }: { cameraId: string }) => cameraId).sort()).toEqual(cameras);
  });
}

function checkFailures(createUrl: () => Promise<string>): void {
  test("loses and doubles nothing if the main database fails after the events are stored", async () => {
    const cloud = await createTestApp({ tracking: openTracking(await createUrl()) });
    const { db } = cloud.parts;
    const post = senderOf(cloud);
    const events = [eventBody("a", cloud.parts.nowMs()), eventBody("b", cloud.parts.nowMs())];
    await db.execute(sql`alter table seen_cameras rename to seen_cameras_gone`);
    expect((await post("gate-1", events, "key-1")).status).toBe(500);
    await db.execute(sql`alter table seen_cameras_gone rename to seen_cameras`);
    const again = await post("gate-1", events, "key-1");
    expect([again.status, again.body.data]).toEqual([200, { accepted: 2, duplicates: 0, rejected: [] }]);
    expect((await countRows(cloud, "tracking_events")).own).toBe(2);
    const { rows } = await db.execute(sql`select camera_id from seen_cameras`);
    expect(rows).toEqual([{ camera_id: "gate-1" }]);
  });

  test("answers the same batch and key sent twice at once with one effect and one reply", async () => {
    const cloud = await createTestApp({ tracking: openTracking(await createUrl()) });
    const events = Array.from({ length: 400 }, (_, index) => eventBody(`e-${index}`, cloud.parts.nowMs() - index));
    const replies = await Promise.all(Array.from({ length: 6 }, () => senderOf(cloud)("gate-1", events, "at-once")));
    for (const { status, body } of replies)
      expect([status, body.data]).toEqual([200, { accepted: 400, duplicates: 0, rejected: [] }]);
    expect((await countRows(cloud, "tracking_events")).own).toBe(400);
  });
}

function checkRetention(createUrl: () => Promise<string>): void {
  test("deletes expired days and rows in both databases", async () => {
    const cloud = await createTestApp({
      tracking: openTracking(await createUrl()),
      settings: { trackingRetentionDays: 2 },
    });
    const { parts } = cloud;
    const now = parts.nowMs();
    const times = [0, 1, 2, -40].map((days) => now - days * DAY_MS);
    await senderOf(cloud)(
      "gate-1",
      times.map((timeMs, index) => eventBody(`e-${index}`, timeMs)),
      "key-1",
    );
    await parts.db.execute(sql`
      insert into tracking_events select 'd', 's', ${new Date(now - 9 * DAY_MS).toISOString()}::timestamptz, 'e', 'c', 1, 'u', 'c',
        0.5, 1, 2, 3, 4, ${new Date(now - 9 * DAY_MS).toISOString()}::timestamptz`);
    expect(await countRows(cloud, "tracking_events")).toEqual({ main: 1, own: 4 });
    cloud.advanceMs(DAY_MS);
    await maintain({ ...parts, workers: [] });
    // The oldest day ended; that of a clock far ahead ends by its arrival.
    expect(await countRows(cloud, "tracking_events")).toEqual({ main: 0, own: 3 });
    cloud.advanceMs(5 * DAY_MS);
    await maintain({ ...parts, workers: [] });
    expect(await countRows(cloud, "tracking_events")).toEqual({ main: 0, own: 0 });
    expect((await countRows(cloud, "tracking_rollups")).own).toBe(0);
    expect((await countRows(cloud, "stream_event_receipts")).own).toBe(0);
  });
}
