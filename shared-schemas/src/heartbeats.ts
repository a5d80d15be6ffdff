import { z } from "zod";
import { datetime, orAbsent, orNull, text, timestamp } from "./primitives.ts";

const count = z.int().min(0);
const amount = z.number().min(0);

/** A camera as its box sees it; `state` is the agent's own word, such as `running` or `stalled`. */
const cameraReport = z.object({
  camera_id: text(200),
  state: text(50),
  last_frame_at: orAbsent(timestamp),
  frames_per_second: orAbsent(amount),
  frozen: orAbsent(z.boolean()),
  restarts: orAbsent(count),
  last_error: orAbsent(text(2_000)),
});

const queue = z.object({
  pending: orAbsent(count),
  oldest_age_seconds: orAbsent(amount),
  parked: orAbsent(count),
  refused: orAbsent(count),
  used_bytes: orAbsent(count),
  max_bytes: orAbsent(count),
  hours_until_full: orAbsent(amount),
  last_delivered_at: orAbsent(timestamp),
});

const disk = z.object({ free_bytes: orAbsent(count), total_bytes: orAbsent(count) });
const model = z.object({ name: text(200), version: orAbsent(text(200)) });

/** How a box is; every field may be left out, null means absent, unknown keys are ignored. */
export const heartbeatRequest = z
  .object({
    device_id: orAbsent(text(200)),
    timestamp: orAbsent(timestamp).describe("the box's clock as it sends"),
    clock_synchronised: orAbsent(z.boolean()),
    agent_version: orAbsent(text(100)),
    uptime_seconds: orAbsent(amount),
    cameras: orAbsent(z.array(cameraReport).max(200)),
    queue: orAbsent(queue).describe("records that wait for delivery, and those set aside"),
    disk: orAbsent(disk),
    models: orAbsent(z.array(model).max(100)),
  })
  .meta({ id: "HeartbeatRequest" });
export type HeartbeatRequest = z.infer<typeof heartbeatRequest>;
/** The request as a sender writes it. */
export type HeartbeatBody = z.input<typeof heartbeatRequest>;

/** Records that wait on a box. */
export const queueReport = z
  .object({
    pending: z.int().nullable(),
    oldestAgeSeconds: z.number().nullable(),
    parked: z.int().nullable().describe("set aside because the service refused them"),
    refused: z.int().nullable().describe("captures that a full box had to refuse"),
    usedBytes: z.int().nullable(),
    maxBytes: z.int().nullable(),
    hoursUntilFull: z.number().nullable(),
    lastDeliveredAt: datetime.nullable(),
  })
  .meta({ id: "QueueReport" });

/** A heartbeat as admins see it; null where the box said nothing. */
export const heartbeat = z
  .object({
    timestamp: datetime.nullable().describe("the box's clock as it sent"),
    clockSynchronised: z.boolean().nullable(),
    uptimeSeconds: z.number().nullable(),
    cameras: z.array(
      z.object({
        cameraId: z.string(),
        state: z.string(),
        lastFrameAt: datetime.nullable(),
        framesPerSecond: z.number().nullable(),
        frozen: z.boolean().nullable(),
        restarts: z.int().nullable(),
        lastError: z.string().nullable(),
      }),
    ),
    queue: orNull(queueReport),
    disk: z.object({ freeBytes: z.int().nullable(), totalBytes: z.int().nullable() }).nullable(),
    models: z.array(z.object({ name: z.string(), version: z.string().nullable() })),
  })
  .meta({ id: "Heartbeat" });
/** What is kept of a box's newest heartbeat. */
export type StoredHeartbeat = z.infer<typeof heartbeat>;

export const heartbeatData = z.object({
  deviceId: z.string().nullable().describe("under which admins see the box; null when nothing names it"),
  receivedAt: datetime,
  clockSkewMs: z.int().nullable().describe("how far the box's clock is ahead of the service's; negative behind"),
  heartbeatSeconds: z.int().describe("how soon the next one is expected"),
});

/** Asks for a key with a one-time code that an admin has made. */
export const joinRequest = z
  .object({
    code: z.string().max(50).describe("as shown to the admin; case, spaces and hyphens do not matter"),
    device_id: orAbsent(text(200)).describe("what the box calls itself"),
    agent_version: orAbsent(text(100)),
  })
  .meta({ id: "JoinRequest" });

export const joinData = z.object({
  deviceId: z.string(),
  name: z.string(),
  apiKey: z.string().describe("the box's own key, told this once"),
  publicUrl: z.string().nullable().describe("the service's address, where it is set"),
  heartbeatSeconds: z.int(),
  silentAfterMinutes: z.int().describe("a box that is not heard for so long is reported"),
});
