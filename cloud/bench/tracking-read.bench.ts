// How long a camera's summary takes as more is stored. Run: node cloud/bench/tracking-read.bench.ts [events stored,
// 1000000]
import type { Database } from "../src/platform/db/database.ts";
import { insertEvents } from "../src/fleet/tracking/event-store.ts";
import { DAY_MS, dayOf } from "../src/fleet/tracking/partition-days.ts";
import { createDay } from "../src/fleet/tracking/partition-store.ts";
import { readSummary } from "../src/fleet/tracking/summary-store.ts";
import { type BenchDatabase, withPostgres } from "./database.ts";
import { median } from "./median.ts";

const manyEvents = Number(process.argv[2] ?? 1_000_000);
const FEW_EVENTS = 10_000;
const MINUTE_MS = 60_000;
const nowMs = Date.parse("2026-10-20T13:37:21.345Z");

type Filling = { cameras: string[]; fromMs: number; untilMs: number; objects: number; eventsPerObject: number };

/** Writes events straight into the tables: objects appear one after the other, and each is seen for half a minute. */
async function fill({ client }: BenchDatabase, filling: Filling): Promise<void> {
  const { cameras, fromMs, untilMs, objects, eventsPerObject } = filling;
  await client.query(
    `insert into tracking_events
      select 'box of ' || camera, 'run of ' || camera, to_timestamp(($1::float8 + object * $3::float8 + event * 30000.0 / $5) / 1000),
        '0190f7c2-' || object || '-' || event, camera, object, 'update', 'container', 0.5, 1, 2, 3, 4, to_timestamp($2::float8 / 1000)
      from unnest($6::text[]) camera, generate_series(0, $4::int - 1) object, generate_series(0, $5::int - 1) event`,
    [fromMs, nowMs, (untilMs - fromMs - 30_000) / objects, objects, eventsPerObject, cameras],
  );
  for (const width of [60, 3600])
    await client.query(
      `insert into tracking_rollups
        select camera_id, $1::int, date_bin($1::int * interval '1 second', occurred_at, 'epoch') as bucket, device_id, session_id, tracking_id,
          count(*), min(occurred_at), max(occurred_at), max(event_id), 'container', 0.5, 1, 2, 3, 4, max(received_at)
        from tracking_events where camera_id = any($2) and device_id = 'box of ' || camera_id group by camera_id, bucket, device_id, session_id, tracking_id`,
      [width, cameras],
    );
}

/** 80 objects in five minutes, in batches of 500, the events of each batch in no order and every tenth batch late. */
async function fillFiveMinutes(db: Database): Promise<void> {
  const batches = Array.from({ length: FEW_EVENTS / 500 }, (_, number) =>
    Array.from({ length: 500 }, (_, index) => {
      const timeMs = nowMs - (((number * 500 + index) * 7_919) % (5 * MINUTE_MS));
      return {
        event_id: `e-${number}-${index}`,
        tracking_id: (number * 500 + index) % 80,
        class_name: "container",
        confidence: 0.5,
        bbox: { x1: 1, y1: 2, x2: 3, y2: 4 },
        event_type: "update" as const,
        timestamp: new Date(timeMs),
      };
    }),
  );
  for (const events of batches)
    await insertEvents(db, { deviceId: "box", cameraId: "gate-1", sessionId: "run", events }, nowMs);
}

async function prepareDays(db: Database): Promise<void> {
  for (let back = 0; back <= 7; back++) await createDay(db, dayOf(nowMs) - back * DAY_MS);
}

async function settle({ client }: BenchDatabase): Promise<void> {
  await client.query("vacuum analyze tracking_events");
  await client.query("vacuum analyze tracking_rollups");
}

async function medianMs(work: () => Promise<unknown>, rounds = 41): Promise<number> {
  const times: number[] = [];
  for (let round = -5; round < rounds; round++) {
    const startedMs = performance.now();
    await work();
    if (round >= 0) times.push(performance.now() - startedMs);
  }
  return median(times);
}

async function benchFiveMinutes(database: BenchDatabase): Promise<void> {
  const question = { cameraId: "gate-1", fromMs: nowMs - 5 * MINUTE_MS, toMs: nowMs, limit: 100 };
  await prepareDays(database.db);
  await fillFiveMinutes(database.db);
  await settle(database);
  const few = await medianMs(() => readSummary(database.db, question));
  // The same camera over the last week, and three others beside it.
  const filling = { fromMs: nowMs - 7 * DAY_MS, untilMs: nowMs - 6 * MINUTE_MS, eventsPerObject: 25 };
  const cameras = ["gate-1", "gate-2", "gate-3", "gate-4"];
  await fill(database, { ...filling, cameras, objects: Math.floor(manyEvents / 25 / cameras.length) });
  await settle(database);
  const many = await medianMs(() => readSummary(database.db, question));
  console.log("\nSummary of 5 minutes, 80 objects, 10,000 events in it");
  console.table([
    { "events stored": FEW_EVENTS, "median ms": few.toFixed(2), "of few": "1.00" },
    { "events stored": FEW_EVENTS + manyEvents, "median ms": many.toFixed(2), "of few": (many / few).toFixed(2) },
  ]);
}

/**
 * Query for the bare aggregation of the hours, without the ends of the range and the last boxes: the minimum that the
 * database needs.
 */
const BARE_ROLLUP = `select device_id, session_id, tracking_id, sum(event_count), min(first_seen), max(last_seen) as last_seen
  from tracking_rollups where camera_id = 'gate-1' and width_seconds = 3600 and bucket >= $1 and bucket <= $2
  group by device_id, session_id, tracking_id order by last_seen desc limit 100`;

async function benchDay(open: () => Promise<BenchDatabase>): Promise<void> {
  const question = { cameraId: "gate-1", fromMs: nowMs - DAY_MS, toMs: nowMs, limit: 100 };
  const range = [new Date(question.fromMs), new Date(question.toMs)];
  const results: { eventsPerObject: number; ms: number; bare: number }[] = [];
  for (const eventsPerObject of [5, 50]) {
    const database = await open();
    await prepareDays(database.db);
    await fill(database, {
      cameras: ["gate-1"],
      fromMs: question.fromMs,
      untilMs: nowMs,
      objects: 20_000,
      eventsPerObject,
    });
    await settle(database);
    const bare = await medianMs(() => database.client.query(BARE_ROLLUP, range));
    results.push({ eventsPerObject, ms: await medianMs(() => readSummary(database.db, question)), bare });
  }
  console.log("\nSummary of 24 hours, 20,000 objects");
  console.table(
    results.map(({ eventsPerObject, ms, bare }) => ({
      "events stored": 20_000 * eventsPerObject,
      "median ms": ms.toFixed(1),
      "of few": (ms / (results[0]?.ms ?? ms)).toFixed(2),
      "bare rollup query ms": bare.toFixed(1),
      "of bare": (ms / bare).toFixed(2),
    })),
  );
}

await withPostgres(async (open) => {
  await benchFiveMinutes(await open());
  await benchDay(open);
});
