import { edgeSuccessEnvelope } from "@container-inspection/shared-schemas/errors";
import { streamEventsData, streamEventsRequest } from "@container-inspection/shared-schemas/tracking";
import { createRoute } from "@hono/zod-openapi";
import { lastEventOf } from "../cameras/camera-rules.ts";
import { recordCamera } from "../cameras/seen-camera-store.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/db/database.ts";
import { answerReceipt, idempotencyHeaders } from "../../platform/idempotency/answer-receipt.ts";
import { withReceipt } from "../../platform/idempotency/receipts.ts";
import { requestSha256 } from "../../platform/idempotency/request-sha256.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { edgeErrors, json, jsonBody } from "../../platform/http/describe.ts";
import { idempotencyKeyOf } from "../../platform/http/replies.ts";
import { checkStreamEvents } from "./check-stream-events.ts";
import { type EventBatch, insertEvents, insertEventsInSteps } from "./event-store.ts";
import { createPartitionKeeper } from "./partitions.ts";
import { createReceiptShelves } from "./stream-receipt-store.ts";
import type { Needs } from "../parts.ts";

/** The body and its list: invalid text inside an event rejects only that event. */
const TEXT_DEPTH = 2;

const config = createRoute({
  method: "post",
  path: "/v1/tracking-data/stream-events",
  operationId: "ingestStreamEventsV1",
  tags: ["Tracking"],
  summary: "Record a batch of tracking events from an edge device",
  description:
    "Events are checked one by one: an invalid one is listed in `rejected` with its index in the batch, from 0, and the others " +
    "are stored. An event is identified by camera, device, session, event id and timestamp; a repeated one changes nothing and counts as " +
    "a duplicate. Late events are accepted in any order. An Idempotency-Key belongs to its `camera_id` and is remembered as long as the " +
    "database has the events (TRACKING_RETENTION_DAYS, or TRACKING_ARCHIVE_AFTER_DAYS); after that, only the uniqueness of the events " +
    "prevents duplicates.",
  request: { headers: idempotencyHeaders, body: jsonBody(streamEventsRequest) },
  responses: {
    200: json(edgeSuccessEnvelope(streamEventsData), "Stored: accepted, duplicates and rejected add up to the batch"),
    ...edgeErrors("VALIDATION_ERROR", "IDEMPOTENCY_KEY_REUSED"),
  },
});

export const ingestStreamEvents = defineRoute(
  "edge",
  config,
  (parts: Needs<"settings" | "db" | "tracking" | "metrics" | "logger" | "nowMs">) => {
    const openStores = createStoreOpener(parts);
    const hasOwnDatabase = parts.tracking.own !== undefined;
    const insert = hasOwnDatabase ? insertEventsInSteps : insertEvents;
    return async (c) => {
      const { db, prepareDays, shelfOf } = await openStores();
      const body = c.req.valid("json");
      const { valid, rejected } = checkStreamEvents(body.events);
      const timesMs = valid.map(({ timestamp }) => timestamp.getTime());
      await prepareDays(timesMs);

      const nowMs = parts.nowMs();
      const request = {
        key: idempotencyKeyOf(c),
        requestSha256: requestSha256(body),
        nowMs,
        shelf: shelfOf({ cameraId: body.camera_id, newestMs: newestOf(timesMs) ?? nowMs }),
      };
      const batch = { deviceId: body.device_id, cameraId: body.camera_id, sessionId: body.session_id, events: valid };
      const outcome = await withReceipt(db, request, async (tx) => {
        const accepted = await insert(tx, batch, nowMs);
        if (!hasOwnDatabase) await recordLastEvent(tx, batch, nowMs);
        return { accepted, duplicates: valid.length - accepted, rejected };
      });
      if (outcome.kind === "done" && !outcome.replayed) parts.metrics.countStreamEvents(outcome.data);
      // After the events, and again with each replay: if the main database fails here, the sender repeats the batch,
      // its receipt keeps the events from being counted twice, and the camera is recorded then.
      if (hasOwnDatabase && outcome.kind === "done") await recordLastEvent(parts.db, batch, nowMs);
      return answerReceipt(c, outcome);
    };
  },
  {
    textDepth: TEXT_DEPTH,
    largeBody: { module: "@container-inspection/shared-schemas/tracking", name: "streamEventsRequest" },
  },
);

async function recordLastEvent(db: DatabaseOrTransaction, batch: EventBatch, nowMs: number): Promise<void> {
  const event = lastEventOf(batch.events);
  if (event) await recordCamera(db, { ...batch, reported: { kind: "event", event }, nowMs });
}

/**
 * Returns a function that creates the stores for writing, once; it rejects while a separate tracking database is
 * unavailable.
 */
function createStoreOpener(parts: Needs<"settings" | "db" | "tracking" | "logger" | "nowMs">) {
  const make = (db: Database) => ({
    db,
    prepareDays: createPartitionKeeper({ ...parts, db }),
    shelfOf: createReceiptShelves(db),
  });
  let stores = parts.tracking.own ? undefined : make(parts.db);
  return async () => (stores ??= make((await parts.tracking.pools()).edge));
}

const newestOf = (timesMs: readonly number[]): number | undefined =>
  timesMs.reduce<number | undefined>((newest, timeMs) => Math.max(newest ?? timeMs, timeMs), undefined);
