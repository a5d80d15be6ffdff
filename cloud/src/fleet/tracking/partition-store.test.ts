import { workers } from "../../workers.ts";
import { PgDialect } from "drizzle-orm/pg-core";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import type { Database } from "../../platform/db/database.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { maintain } from "../../operations/retention/maintenance.ts";
import { createTestApp } from "../../testing/app.ts";
import { insertEvents } from "./event-store.ts";
import { createComingDays, deleteTrackingBefore } from "./maintain-partitions.ts";
import { DAY_MS, dayOf, partitionName } from "./partition-days.ts";
import { createDay, deleteStrayRows, dropDaysBefore } from "./partition-store.ts";
import { createPartitionKeeper } from "./partitions.ts";
import { readSummary, summaryQuery } from "./summary-store.ts";
import { batchOf, storedEvent } from "./testing.ts";

const day = Date.parse("2026-10-18T00:00:00Z");

/** Returns the number of rows in each partition, by name; 0 for an empty one. */
async function rowsPerPartition(db: Database, table: string): Promise<Record<string, number>> {
  const { rows: names } = await db.execute<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table}'::regclass`,
  );
  const { rows } = await db.execute<{ name: string; count: number }>(
    `select tableoid::regclass::text as name, count(*)::int as count from ${table} group by 1`,
  );
  return Object.fromEntries(names.map(({ name }) => [name, rows.find((row) => row.name === name)?.count ?? 0]));
}

describe("partitions", () => {
  test("take the rows of their day out of the default one, and lose no event", async () => {
    const { db } = await createTestDatabase();
    await insertEvents(
      db,
      batchOf([storedEvent("a", day), storedEvent("b", day + DAY_MS - 1), storedEvent("c", day + DAY_MS)]),
      day,
    );
    expect(await rowsPerPartition(db, "tracking_events")).toEqual({ tracking_events_default: 3 });
    expect(await createDay(db, day)).toBe("done");
    expect(await rowsPerPartition(db, "tracking_events")).toEqual({
      tracking_events_default: 1,
      tracking_events_20261018: 2,
    });
    expect(await rowsPerPartition(db, "tracking_rollups")).toEqual({
      tracking_rollups_default: 2,
      tracking_rollups_20261018: 4,
    });
    expect(await insertEvents(db, batchOf([storedEvent("a", day)]), day)).toBe(0);
    const summary = await readSummary(db, { cameraId: "gate-1", fromMs: day, toMs: day + 2 * DAY_MS, limit: 9 });
    expect(summary.totalEvents).toBe(3);
  });

  test("are made once when many ask at once, while events of the same day arrive", async () => {
    const { db } = await createTestDatabase();
    const inserts = Array.from({ length: 20 }, (_, index) =>
      insertEvents(db, batchOf([storedEvent(`e-${index}`, day + index)]), day),
    );
    await Promise.all(Array.from({ length: 8 }, () => createDay(db, day)));
    await Promise.all(inserts);
    // On a crowded machine all of them may have given up.
    expect(await createDay(db, day)).toBe("done");
    const summary = await readSummary(db, { cameraId: "gate-1", fromMs: day, toMs: day + DAY_MS, limit: 9 });
    expect(summary.totalEvents).toBe(20);
    expect(Object.keys(await rowsPerPartition(db, "tracking_events"))).toHaveLength(2);
  });

  test("answer busy, and change nothing, while something else holds the tables", async () => {
    const { db, url } = await createTestDatabase();
    await createDay(db, day);
    const backup = new Client({ connectionString: url });
    await backup.connect();
    await backup.query("begin; lock table tracking_events, tracking_events_default in access share mode");
    expect(await createDay(db, day + DAY_MS)).toBe("busy");
    expect(await dropDaysBefore(db, day + DAY_MS)).toEqual({ dropped: [], outcome: "busy" });
    expect(await insertEvents(db, batchOf([storedEvent("a", day), storedEvent("b", day + DAY_MS)]), day)).toBe(2);
    await backup.end();
    expect(await createDay(db, day + DAY_MS)).toBe("done");
    expect(await rowsPerPartition(db, "tracking_events")).toMatchObject({
      tracking_events_20261018: 1,
      tracking_events_20261019: 1,
    });
  });

  test("drop whole days before the oldest kept, and stray rows by when they came", async () => {
    const { db } = await createTestDatabase();
    for (const ahead of [0, 1, 2]) await createDay(db, day + ahead * DAY_MS);
    const strayAt = (receivedAtMs: number, id: string) =>
      insertEvents(
        db,
        batchOf(
          [
            storedEvent(id, Date.parse("1970-01-01T00:00:00Z")),
            storedEvent(id, Date.parse("9999-12-31T23:59:59.999Z")),
          ],
          { sessionId: id },
        ),
        receivedAtMs,
      );
    await strayAt(day, "old");
    await strayAt(day + DAY_MS, "new");
    const { dropped } = await dropDaysBefore(db, day + DAY_MS);
    expect(dropped).toEqual([
      "tracking_events_20261018", "tracking_rollups_20261018", "stream_event_receipts_20261018",
    ]); // prettier-ignore
    expect(Object.keys(await rowsPerPartition(db, "tracking_rollups")).sort()).toEqual([
      "tracking_rollups_20261019", "tracking_rollups_20261020", "tracking_rollups_default",
    ]); // prettier-ignore
    expect(await deleteStrayRows(db, day + DAY_MS)).toBe(6); // two events, each in its minute and its hour
    expect((await rowsPerPartition(db, "tracking_events"))["tracking_events_default"]).toBe(2);
    expect((await rowsPerPartition(db, "tracking_rollups"))["tracking_rollups_default"]).toBe(4);
  });
});

describe("the days of coming events", () => {
  test("get a partition within the retention and until tomorrow, and none when a clock is far off", async () => {
    const { parts } = await createTestApp({ settings: { trackingRetentionDays: 10 } });
    const today = dayOf(parts.nowMs());
    await createPartitionKeeper(parts)([0, -1, -10, -11, 1, 2, 400].map((days) => today + days * DAY_MS + 5));
    await createPartitionKeeper(parts)([Date.parse("0000-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")]);
    const days = Object.keys(await rowsPerPartition(parts.db, "tracking_events"));
    const expected = [0, -1, -10, 1].map((ahead) =>
      new Date(today + ahead * DAY_MS).toISOString().slice(0, 10).replaceAll("-", ""),
    );
    expect(new Set(days)).toEqual(new Set(["default", ...expected].map((name) => `tracking_events_${name}`)));
  });
});

describe("maintenance", () => {
  test("creates today and tomorrow, and drops expired days", async () => {
    const { parts } = await createTestApp({ settings: { trackingRetentionDays: 8 } });
    const today = dayOf(parts.nowMs());
    await createDay(parts.db, today - 9 * DAY_MS);
    await createDay(parts.db, today - 8 * DAY_MS);
    const oldest = new Date(parts.nowMs() - parts.settings.trackingRetentionDays * DAY_MS);
    expect(await createComingDays(parts)).toEqual({ isBusy: false });
    expect((await deleteTrackingBefore(parts, oldest)).dropped).toHaveLength(3);
    expect(Object.keys(await rowsPerPartition(parts.db, "tracking_events"))).toHaveLength(4);
    expect(await createComingDays(parts)).toEqual({ isBusy: false });
    expect(await deleteTrackingBefore(parts, oldest)).toEqual({ dropped: [], strayRows: 0, isBusy: false });
    expect(Object.keys(await rowsPerPartition(parts.db, "tracking_events"))).toHaveLength(4);
  });
});

describe("expired days that a long reader holds", () => {
  test("are dropped at the next look after it has ended, and not an hour later", async () => {
    const connection = await createTestDatabase();
    const { parts, advanceMs } = await createTestApp({ connection, settings: { trackingRetentionDays: 8 } });
    const expired = dayOf(parts.nowMs()) - 9 * DAY_MS;
    await maintain({ ...parts, workers });
    await createDay(parts.db, expired);
    const isKept = async () =>
      partitionName("tracking_events", expired) in (await rowsPerPartition(parts.db, "tracking_events"));
    const backup = new Client({ connectionString: connection.url });
    await backup.connect();
    await backup.query("begin; lock table tracking_events in access share mode");
    advanceMs(3_600_000);
    await maintain({ ...parts, workers });
    expect(await isKept()).toBe(true);
    await backup.end();
    advanceMs(600_000);
    await maintain({ ...parts, workers });
    expect(await isKept()).toBe(false);
  });
});

describe("the plan of a summary", () => {
  test("touches only the days asked for, by an index, with thirty days stored", async () => {
    const { db } = await createTestDatabase();
    for (let ahead = 0; ahead < 30; ahead++) await createDay(db, day + ahead * DAY_MS);
    const now = day + 20 * DAY_MS + 12 * 3_600_000 + 34_567;
    const events = Array.from({ length: 2_000 }, (_, index) =>
      storedEvent(`e-${index}`, now - index * 300, { tracking_id: index % 80 }),
    );
    await insertEvents(db, batchOf(events), now);
    await db.execute("analyze tracking_events");
    await db.execute("analyze tracking_rollups");
    const explain = async (minutes: number) => {
      const question = { cameraId: "gate-1", fromMs: now - minutes * 60_000, toMs: now, limit: 100 };
      const plan = new PgDialect().sqlToQuery(summaryQuery(question));
      const text = plan.params.reduce<string>(
        (sql, value, index) =>
          sql.replaceAll(
            new RegExp(`\\$${index + 1}\\b`, "g"),
            typeof value === "number" ? String(value) : `'${String(value)}'`,
          ),
        plan.sql,
      );
      const { rows } = await db.execute<{ "QUERY PLAN": string }>(`explain ${text}`);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    };
    const tables = (plan: string) => [...new Set(plan.match(/tracking_(events|rollups)_(\d{8}|default)/g))].sort();
    const short = await explain(5);
    expect(tables(short)).toEqual(["tracking_events_20261107", "tracking_rollups_20261107"]);
    expect(short).not.toMatch(/Seq Scan on tracking_events/);
    expect(tables(await explain(1_440))).toEqual([
      "tracking_events_20261106", "tracking_events_20261107", "tracking_rollups_20261106", "tracking_rollups_20261107",
    ]); // prettier-ignore
  });
});
