import { z } from "zod";
import { errorCode } from "./errors.ts";
import { datetime, edgeId, queryInteger, text, timestamp } from "./primitives.ts";

const pixel = z.int().min(-1_000_000).max(1_000_000);

/** A box in whole picture pixels. */
export const boundingBox = z.object({ x1: pixel, y1: pixel, x2: pixel, y2: pixel }).meta({ id: "BoundingBox" });
export type BoundingBox = z.infer<typeof boundingBox>;

export const MAX_STREAM_EVENTS = 5_000;

/** One moment in the life of a tracked object. */
export const streamEvent = z
  .object({
    event_id: text(100),
    tracking_id: z.int().min(0).max(2_147_483_647),
    class_name: text(100),
    confidence: z.number().min(0).max(1),
    bbox: boundingBox.refine(({ x1, y1, x2, y2 }) => x2 >= x1 && y2 >= y1, {
      message: "x2 and y2 must not be smaller than x1 and y1",
    }),
    event_type: z.enum(["enter", "update", "leave"]),
    timestamp,
  })
  .meta({ id: "StreamEvent" });
export type StreamEvent = z.infer<typeof streamEvent>;
export type StreamEventBody = z.input<typeof streamEvent>;

/** The shape of a sent event, for the OpenAPI document only. */
const { $schema: _dialect, ...streamEventShape } = z.toJSONSchema(streamEvent, {
  io: "input",
  metadata: z.registry(),
});

/**
 * A batch of one camera's events. `session_id` names one run of that camera's tracker. The events are checked one by
 * one, so that an invalid event does not affect the others.
 */
export const streamEventsRequest = z.object({
  device_id: edgeId,
  camera_id: edgeId,
  session_id: edgeId,
  events: z.array(z.unknown().meta(streamEventShape)).max(MAX_STREAM_EVENTS),
});
export type StreamEventsBody = {
  device_id: string;
  camera_id: string;
  session_id: string;
  events: StreamEventBody[];
};

export const streamEventsData = z.object({
  accepted: z.int(),
  duplicates: z.int(),
  rejected: z.array(z.object({ index: z.int(), code: errorCode, message: z.string() })),
});

export const cameraTrackingQuery = z.object({
  minutes: queryInteger(1, 10_080, 5),
  limit: queryInteger(1, 1_000, 100),
});

/** One tracked object, aggregated from its events in the requested period. */
export const trackedObject = z
  .object({
    trackingId: z.int(),
    className: z.string(),
    firstSeen: datetime,
    lastSeen: datetime,
    confidence: z.number(),
    lastBox: boundingBox,
    eventCount: z.int(),
  })
  .meta({ id: "TrackedObject" });

export const cameraTrackingSummary = z
  .object({
    cameraId: z.string(),
    timeRange: z.object({ from: datetime, to: datetime }),
    totalEvents: z.int(),
    activeObjects: z.array(trackedObject),
  })
  .meta({ id: "CameraTrackingSummary" });
export type CameraTrackingSummary = z.infer<typeof cameraTrackingSummary>;

export const objectCountsQuery = z.object({ minutes: queryInteger(1, 10_080, 60) });

/** Number of objects that a camera has tracked over time, by class. */
export const cameraObjectCounts = z
  .object({
    cameraId: z.string(),
    timeRange: z.object({ from: datetime, to: datetime }).describe("begins with a bucket"),
    bucketSeconds: z.int().describe("60 for up to six hours, 3600 for longer ranges"),
    items: z
      .array(z.object({ at: datetime.describe("start of the bucket"), className: z.string(), objects: z.int() }))
      .describe("oldest first; buckets without objects are left out"),
  })
  .meta({ id: "CameraObjectCounts" });
export type CameraObjectCounts = z.infer<typeof cameraObjectCounts>;

/** The longest range of an export and of counts over time. */
export const LONGEST_HISTORY_DAYS = 366;

export const exportEventsQuery = z.object({
  from: timestamp,
  to: timestamp.optional(),
});

export const objectHistoryQuery = z.object({
  from: timestamp,
  to: timestamp.optional(),
  cameraId: edgeId.optional().describe("all cameras by default"),
});

/** Number of objects that one camera or all have tracked, by hour and class. */
export const objectHistory = cameraObjectCounts.pick({ timeRange: true, items: true });
