// How many stream events per second the cloud stores in batches of 500, against bare multi-row inserts into the same
// table. Run: node cloud/bench/tracking-ingest.bench.ts
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type StreamEventBody, streamEvent } from "@container-inspection/shared-schemas/tracking";
import { createApp } from "../src/app.ts";
import { insertEvents } from "../src/fleet/tracking/event-store.ts";
import { createPartitionKeeper } from "../src/fleet/tracking/partitions.ts";
import { type BenchDatabase, withPostgres } from "./database.ts";
import { median } from "./median.ts";
import { createBenchParts, EDGE_KEY } from "./parts.ts";

const BATCH_SIZE = 500;
const BATCHES = 60;
const ROUNDS = 5;
const startMs = Date.now() - 3_600_000;

type Batch = { device_id: string; camera_id: string; session_id: string; events: StreamEventBody[] };
type Writer = (batch: Batch) => Promise<void>;

/** Batches of one camera at 25 events a second, of a given number of objects at a time. */
function makeBatches(session: string, objects: number): Batch[] {
  return Array.from({ length: BATCHES }, (_, number) => ({
    device_id: "gate-1-box",
    camera_id: "gate-1",
    session_id: session,
    events: Array.from({ length: BATCH_SIZE }, (_, index) => {
      const sequence = number * BATCH_SIZE + index;
      return {
        event_id: `0190f7c2-3a4b-7c8d-${String(sequence).padStart(12, "0")}`,
        tracking_id: (sequence % objects) + objects * Math.floor(sequence / 7_500),
        class_name: "container",
        confidence: (sequence % 1_000) / 1_000,
        bbox: { x1: sequence % 640, y1: 10, x2: (sequence % 640) + 60, y2: 90 },
        event_type: "update",
        timestamp: new Date(startMs + sequence * 40).toISOString(),
      };
    }),
  }));
}

function writeBare({ client }: BenchDatabase): Writer {
  const row = (at: number) => `(${Array.from({ length: 14 }, (_, column) => `$${at * 14 + column + 1}`).join(",")})`;
  const text = `insert into tracking_events (device_id, session_id, occurred_at, event_id, camera_id, tracking_id, event_type,
    class_name, confidence, x1, y1, x2, y2, received_at) values ${Array.from({ length: BATCH_SIZE }, (_, at) => row(at)).join(",")}`;
  return async ({ device_id, camera_id, session_id, events }) => {
    const receivedAt = new Date();
    const values = events.flatMap(({ bbox, ...event }) => [
      device_id, session_id, event.timestamp, event.event_id, camera_id, event.tracking_id, event.event_type,
      event.class_name, event.confidence, bbox.x1, bbox.y1, bbox.x2, bbox.y2, receivedAt,
    ]); // prettier-ignore
    await client.query(text, values);
  };
}

function writeThroughStore({ db }: BenchDatabase): Writer {
  return async ({ device_id, camera_id, session_id, events }) => {
    const parsed = events.map((event) => streamEvent.parse(event));
    const batch = { deviceId: device_id, cameraId: camera_id, sessionId: session_id, events: parsed };
    await db.transaction((tx) => insertEvents(tx, batch, Date.now()));
  };
}

function writeThroughRoute(app: ReturnType<typeof createApp>): Writer {
  let key = 0;
  return async (batch) => {
    const headers = {
      "X-API-Key": EDGE_KEY,
      "Content-Type": "application/json",
      "Idempotency-Key": `batch-${key++}`,
    };
    const response = await app.request("/v1/tracking-data/stream-events", {
      method: "POST",
      headers,
      body: JSON.stringify(batch),
    });
    if (response.status !== 200) throw new Error(await response.text());
  };
}

async function measure(writer: Writer, batches: Batch[]): Promise<number> {
  const startedMs = performance.now();
  for (const batch of batches) await writer(batch);
  return (BATCHES * BATCH_SIZE) / ((performance.now() - startedMs) / 1_000);
}

const folder = await mkdtemp(path.join(tmpdir(), "bench-files-"));
try {
  await withPostgres(async (open) => {
    const database = await open();
    const parts = await createBenchParts(database, folder);
    await createPartitionKeeper(parts)([startMs, Date.now()]);
    const writers = {
      "bare multi-row insert": writeBare(database),
      "store, with rollups": writeThroughStore(database),
      "route, with receipt": writeThroughRoute(createApp(parts)),
    };
    for (const objects of [10, 80, 500]) {
      const rates: Record<string, number[]> = {};
      // Round 0 warms up; the writers take turns, so that a busy machine slows all of them.
      for (let round = 0; round <= ROUNDS; round++)
        for (const [name, writer] of Object.entries(writers)) {
          const rate = await measure(writer, makeBatches(`${name} ${objects} ${round}`, objects));
          if (round > 0) (rates[name] ??= []).push(rate);
        }
      const bare = median(rates["bare multi-row insert"] ?? []);
      console.log(`\nBatches of ${BATCH_SIZE} events, ${objects} objects at a time; median of ${ROUNDS} rounds`);
      console.table(
        Object.entries(rates).map(([writer, each]) => ({
          writer,
          "events/s": Math.round(median(each)),
          "of bare": (median(each) / bare).toFixed(2),
        })),
      );
    }
  });
} finally {
  await rm(folder, { recursive: true });
}
