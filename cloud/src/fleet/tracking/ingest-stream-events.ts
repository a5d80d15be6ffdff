import { edgeSuccessEnvelope, streamEventsData, streamEventsRequest } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { lastEventOf } from "../cameras/camera-rules.ts";
import { recordCamera } from "../cameras/seen-camera-store.ts";
import { answerReceipt, idempotencyHeaders } from "../../platform/idempotency/answer-receipt.ts";
import { withReceipt } from "../../platform/idempotency/receipt-store.ts";
import { requestSha256 } from "../../platform/idempotency/request-sha256.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { edgeErrors, json, jsonBody } from "../../platform/http/describe.ts";
import { idempotencyKeyOf } from "../../platform/http/replies.ts";
import { checkStreamEvents } from "./check-stream-events.ts";
import { insertEvents } from "./event-store.ts";
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
    "events (TRACKING_RETENTION_DAYS); after that, only the uniqueness of the events prevents duplicates.",
  request: { headers: idempotencyHeaders, body: jsonBody(streamEventsRequest) },
  responses: {
    200: json(edgeSuccessEnvelope(streamEventsData), "Stored: accepted, duplicates and rejected add up to the batch"),
    ...edgeErrors("VALIDATION_ERROR", "IDEMPOTENCY_KEY_REUSED"),
  },
});

export const ingestStreamEvents = defineRoute(
  "edge",
  config,
  (parts: Needs<"settings" | "db" | "metrics" | "logger" | "nowMs">) => {
    const prepareDays = createPartitionKeeper(parts);
    const shelfOf = createReceiptShelves(parts.db);
    return async (c) => {
      const body = c.req.valid("json");
      const { valid, rejected } = checkStreamEvents(body.events);
      const timesMs = valid.map(({ timestamp }) => timestamp.getTime());
      await prepareDays(timesMs);

      const nowMs = parts.nowMs();
      const request = {
        route: config.operationId,
        key: idempotencyKeyOf(c),
        requestSha256: requestSha256(body),
        nowMs,
        shelf: shelfOf({ cameraId: body.camera_id, newestMs: newestOf(timesMs) ?? nowMs }),
      };
      const outcome = await withReceipt(parts.db, request, async (tx) => {
        const batch = { deviceId: body.device_id, cameraId: body.camera_id, sessionId: body.session_id, events: valid };
        const accepted = await insertEvents(tx, batch, nowMs);
        const event = lastEventOf(valid);
        if (event) await recordCamera(tx, { ...batch, reported: { kind: "event", event }, nowMs });
        return { accepted, duplicates: valid.length - accepted, rejected };
      });
      if (outcome.kind === "done" && !outcome.replayed) parts.metrics.countStreamEvents(outcome.data);
      return answerReceipt(c, outcome);
    };
  },
  {
    textDepth: TEXT_DEPTH,
    largeBody: { module: "@container-inspection/shared-schemas", name: "streamEventsRequest" },
  },
);

const newestOf = (timesMs: readonly number[]): number | undefined =>
  timesMs.reduce<number | undefined>((newest, timeMs) => Math.max(newest ?? timeMs, timeMs), undefined);
