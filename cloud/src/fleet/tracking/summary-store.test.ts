import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEmbeddedTestDatabase, createTestDatabase } from "../../testing/database.ts";
import { type EventBatch, insertEvents, insertEventsInSteps } from "./event-store.ts";
import { createDay } from "./partition-store.ts";
import { DAY_MS } from "./partition-days.ts";
import { readSummary, type SummaryQuestion } from "./summary-store.ts";
import { batchOf, storedEvent } from "./testing.ts";

const day = Date.parse("2026-10-18T00:00:00Z");

/** Computes the expected summary from the events alone, as they arrived. */
function summarize(batches: EventBatch[], { cameraId, fromMs, toMs, limit }: SummaryQuestion) {
  const known = new Map(
    batches
      .flatMap(({ events, ...source }) =>
        events.map((event) => ({ ...source, event, timeMs: event.timestamp.getTime() })),
      )
      .reverse() // the first of equals wins
      .map((entry) => [JSON.stringify([entry.deviceId, entry.sessionId, entry.event.event_id, entry.timeMs]), entry]),
  );
  const inRange = [...known.values()]
    .filter((entry) => entry.cameraId === cameraId && entry.timeMs >= fromMs && entry.timeMs <= toMs)
    .sort((a, b) => a.timeMs - b.timeMs || (a.event.event_id < b.event.event_id ? -1 : 1));
  const objects = Map.groupBy(inRange, (entry) =>
    JSON.stringify([entry.deviceId, entry.sessionId, String(entry.event.tracking_id).padStart(3)]),
  );
  const active = [...objects].map(([key, events]) => {
    const [first, last] = [events[0]!, events.at(-1)!];
    const object = {
      trackingId: last.event.tracking_id,
      className: last.event.class_name,
      firstSeen: first.event.timestamp.toISOString(),
      lastSeen: last.event.timestamp.toISOString(),
      confidence: last.event.confidence,
      lastBox: last.event.bbox,
      eventCount: events.length,
    };
    return { key, lastMs: last.timeMs, object };
  });
  return {
    cameraId,
    timeRange: { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() },
    totalEvents: inRange.length,
    activeObjects: active
      .sort((a, b) => b.lastMs - a.lastMs || (a.key < b.key ? -1 : 1))
      .slice(0, limit)
      .map(({ object }) => object),
  };
}

// Times crowd around the edges of minutes, hours and days, where the pieces of a range meet.
const edge = fc.constantFrom(0, 60_000, 3_600_000, 7_200_000, DAY_MS - 3_600_000, DAY_MS, DAY_MS + 60_000);
const timeMs = fc
  .tuple(edge, fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -200_000, max: 200_000 })))
  .map(([edgeMs, aside]) => day + edgeMs + aside);
const event = fc
  .record({
    id: fc.constantFrom("a", "b", "B", "é", "c'\\\"{}"),
    timeMs,
    object: fc.integer({ min: 1, max: 3 }),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ id, timeMs, object, score }) =>
    // A repeated event is the same in all its fields.
    storedEvent(`${id}-${object}-${score}`, timeMs, {
      tracking_id: object,
      confidence: score,
      class_name: `class of ${id}`,
      bbox: { x1: object, y1: -1, x2: object, y2: Math.floor(score * 9) },
    }),
  );
const batch = fc
  .record({
    events: fc.array(event, { maxLength: 12 }),
    sessionId: fc.constantFrom("run-1", "run-2"),
    cameraId: fc.constantFrom("gate-1", "gate-2"),
  })
  // A session names one run of one camera's tracker.
  .map(({ events, sessionId, cameraId }) => batchOf(events, { cameraId, sessionId: `${cameraId} ${sessionId}` }));
const range = fc.record({
  cameraId: fc.constantFrom("gate-1", "gate-2", "gate-3"),
  from: timeMs,
  to: timeMs,
  limit: fc.integer({ min: 1, max: 5 }),
});

describe.each([
  ["Postgres", createTestDatabase, insertEvents, 60],
  ["Postgres, in steps", createTestDatabase, insertEventsInSteps, 30],
  ["the embedded database", createEmbeddedTestDatabase, insertEvents, 10],
] as const)("readSummary on %s", (_name, open, insert, runs) => {
  test("equals a plain count over the events, whatever their order, repeats, partitions and the range", async () => {
    const { db } = await open();
    await createDay(db, day); // the days before and after stay in the default partitions
    const property = fc.asyncProperty(
      fc.array(batch, { maxLength: 6 }),
      fc.array(range, { minLength: 3, maxLength: 6 }),
      async (batches, ranges) => {
        await db.execute("truncate tracking_events, tracking_rollups");
        let added = 0;
        for (const each of [...batches, ...batches.slice(0, 2)])
          added += await db.transaction((tx) => insert(tx, each, day));
        const everything = { fromMs: 0, toMs: day + 10 * DAY_MS, limit: 1_000 };
        const all = ["gate-1", "gate-2"].map((cameraId) => summarize(batches, { cameraId, ...everything }).totalEvents);
        expect(added).toBe(all.reduce((sum, count) => sum + count));
        for (const { cameraId, from, to, limit } of ranges) {
          const question = { cameraId, fromMs: Math.min(from, to), toMs: Math.max(from, to), limit };
          expect(await readSummary(db, question)).toEqual(summarize(batches, question));
        }
      },
    );
    await fc.assert(property, { numRuns: runs });
  });
});

describe.each([
  ["in one statement", insertEvents],
  ["in steps", insertEventsInSteps],
])("concurrent batches %s", (_name, insert) => {
  test("count an event once when the same batch arrives many times at once", async () => {
    const { db } = await createTestDatabase();
    await createDay(db, day);
    const events = Array.from({ length: 300 }, (_, index) => storedEvent(`e-${index}`, day + index * 100));
    const orders = [events, [...events].reverse(), events, [...events].reverse()];
    const added = await Promise.all(orders.map((order) => db.transaction((tx) => insert(tx, batchOf(order), day))));
    expect(added.reduce((sum, count) => sum + count)).toBe(300);
    const summary = await readSummary(db, { cameraId: "gate-1", fromMs: day, toMs: day + DAY_MS, limit: 10 });
    expect(summary.totalEvents).toBe(300);
  });

  test("of the same objects never deadlock and lose no count", async () => {
    const { db } = await createTestDatabase();
    await createDay(db, day);
    const objects = 40;
    const batchNumber = (number: number) => {
      const events = Array.from({ length: 200 }, (_, index) =>
        storedEvent(`e-${number}-${index}`, day + ((index * 7_919 + number * 104_729) % 3_000_000), {
          tracking_id: 1 + ((index * 31 + number) % objects),
        }),
      );
      return batchOf(number % 2 === 0 ? events : events.reverse());
    };
    const batches = Array.from({ length: 40 }, (_, number) => batchNumber(number));
    await Promise.all(batches.map((each) => db.transaction((tx) => insert(tx, each, day))));
    const question = { cameraId: "gate-1", fromMs: day, toMs: day + DAY_MS - 1, limit: 1_000 };
    const summary = await readSummary(db, question);
    expect(summary.totalEvents).toBe(8_000);
    expect(summary).toEqual(summarize(batches, question));
  });
});
