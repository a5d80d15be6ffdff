import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createTestApp, EDGE_KEY, type TestApp } from "../../testing/app.ts";
import { deleteTrackingBefore } from "./maintain-partitions.ts";
import { DAY_MS, partitionName } from "./partition-days.ts";
import { eventBody } from "./testing.ts";

const postTo = ({ send }: TestApp) => {
  return (key: string, events: unknown[], cameraId = "gate-1") =>
    send("POST", "/v1/tracking-data/stream-events", {
      body: { device_id: "box-1", camera_id: cameraId, session_id: "run-1", events },
      headers: { "X-API-Key": EDGE_KEY, "Idempotency-Key": key },
    });
};

/** Returns the number of receipts in each table that has any. */
async function receiptTables({ parts }: TestApp): Promise<Record<string, number>> {
  const { rows } = await parts.db.execute<{ name: string; count: number }>(sql`
    select name, count(*)::int as count from (
      select tableoid::regclass::text as name from stream_event_receipts
      union all select 'idempotency_receipts' from idempotency_receipts
    ) as receipts group by name order by name`);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Deletes data past the retention; receipts of retained days stay. */
const expire = ({ parts }: TestApp) =>
  deleteTrackingBefore(parts, new Date(parts.nowMs() - parts.settings.trackingRetentionDays * DAY_MS));

const isReplay = ({ status, headers }: { status: number; headers: Headers }) =>
  status === 200 && headers.get("Idempotent-Replayed") === "true";

describe("receipts of stream events", () => {
  test("lie in the partition of their newest event, and go with it when the retention has passed", async () => {
    const cloud = await createTestApp({ settings: { trackingRetentionDays: 10 } });
    const post = postTo(cloud);
    const now = cloud.parts.nowMs();
    const events = [eventBody("old", now - 2 * DAY_MS), eventBody("new", now)];
    const first = await post("batch", events);
    expect(first.body.data).toEqual({ accepted: 2, duplicates: 0, rejected: [] });
    expect(await receiptTables(cloud)).toEqual({ [partitionName("stream_event_receipts", now)]: 1 });

    cloud.advanceMs(10 * DAY_MS);
    await expire(cloud);
    const again = await post("batch", events);
    expect([isReplay(again), again.body]).toEqual([true, first.body]);

    cloud.advanceMs(DAY_MS);
    expect((await expire(cloud)).dropped).toContain(partitionName("stream_event_receipts", now));
    expect(await receiptTables(cloud)).toEqual({});
  });

  test("refuse a key that comes again with another batch, also when that is of another day", async () => {
    const cloud = await createTestApp();
    const post = postTo(cloud);
    const now = cloud.parts.nowMs();
    expect((await post("key", [eventBody("a", now - 3 * DAY_MS)])).status).toBe(200);
    for (const timeMs of [now - 3 * DAY_MS, now - DAY_MS, now, Date.parse("1970-01-01T00:00:00Z")]) {
      const { status, body } = await post("key", [eventBody("b", timeMs)]);
      expect([status, body.error?.code]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
    }
    const { rows } = await cloud.parts.db.execute(sql`select event_id from tracking_events`);
    expect(rows).toEqual([{ event_id: "a" }]);
  });

  test("are kept separately for each camera", async () => {
    const cloud = await createTestApp();
    const post = postTo(cloud);
    const now = cloud.parts.nowMs();
    const replies = [
      await post("key", [eventBody("a", now)], "gate-1"),
      await post("key", [eventBody("a", now + 1)], "gate-2"),
    ];
    expect(replies.map(({ status, body }) => [status, body.data.accepted])).toEqual([[200, 1], [200, 1]]); // prettier-ignore
    expect(isReplay(await post("key", [eventBody("a", now)], "gate-1"))).toBe(true);
  });

  test("of batches without a usable time end as well: by when they came", async () => {
    const cloud = await createTestApp({ settings: { trackingRetentionDays: 5 } });
    const post = postTo(cloud);
    const wild = [eventBody("a", Date.parse("9999-12-31T23:59:59Z"))];
    for (const [key, events] of [
      ["wild", wild],
      ["rejected", [{}]],
      ["empty", []],
    ] as const)
      // prettier-ignore
      expect((await post(key, [...events])).status).toBe(200);
    await expire(cloud);
    for (const [key, events] of [
      ["wild", wild],
      ["rejected", [{}]],
      ["empty", []],
    ] as const)
      // prettier-ignore
      expect(isReplay(await post(key, [...events]))).toBe(true);
    cloud.advanceMs(6 * DAY_MS);
    await expire(cloud);
    expect(await receiptTables(cloud)).toEqual({});
  });

  test("after them the events protect themselves: an old batch given again has no effect", async () => {
    const cloud = await createTestApp({ settings: { trackingRetentionDays: 5 } });
    const post = postTo(cloud);
    const events = [eventBody("a", cloud.parts.nowMs())];
    await post("key", events);
    await cloud.parts.db.execute(sql`delete from stream_event_receipts`);
    expect((await post("key", events)).body.data).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
  });
});
