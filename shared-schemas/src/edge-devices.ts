import { z } from "zod";
import { heartbeat, queueReport } from "./heartbeats.ts";
import { datetime, orNull, pageQuery, readableText, text } from "./primitives.ts";

/** Which key a device signs with: one of its own, or `EDGE_API_KEY`, in which case its heartbeats name it. */
export const edgeDeviceSource = z.enum(["own-key", "shared-key"]).meta({ id: "EdgeDeviceSource" });
export type EdgeDeviceSource = z.infer<typeof edgeDeviceSource>;

/** `waiting`: not heard of yet; `silent`: neither heartbeat nor another request for too long. */
export const edgeDeviceState = z.enum(["waiting", "active", "silent", "revoked"]).meta({ id: "EdgeDeviceState" });
export type EdgeDeviceState = z.infer<typeof edgeDeviceState>;

/** An edge device as admins see it. */
export const edgeDevice = z
  .object({
    id: z.string(),
    name: z.string(),
    note: z.string().nullable(),
    source: edgeDeviceSource,
    state: edgeDeviceState,
    reportedId: z.string().nullable().describe("what it calls itself: the `device_id` it sends"),
    agentVersion: z.string().nullable(),
    lastSeenAt: datetime.nullable().describe("its newest request, to about 30 seconds"),
    silentSince: datetime.nullable().describe("when it was last heard before it fell silent"),
    lastHeartbeatAt: datetime.nullable(),
    clockSkewMs: z.int().nullable().describe("how far its clock is ahead of the service's; negative behind"),
    queue: orNull(queueReport).describe("of its newest heartbeat"),
    revokedAt: datetime.nullable(),
    createdAt: datetime,
    updatedAt: datetime.describe("when an admin last changed it"),
  })
  .meta({ id: "EdgeDevice" });
export type EdgeDevice = z.infer<typeof edgeDevice>;

/** One key of a device; the key itself is told once. */
const edgeKey = z.object({
  hint: z.string().describe("its first characters"),
  createdAt: datetime,
  endsAt: datetime.nullable().describe("until when it works; null for the newest"),
  lastUsedAt: datetime.nullable().describe("to about 30 seconds"),
});

export const edgeDeviceDetail = edgeDevice
  .extend({
    keys: z.array(edgeKey).describe("those that work, newest first"),
    joinCodeExpiresAt: datetime.nullable().describe("of the code that is open"),
    heartbeat: orNull(heartbeat).describe("the newest, as sent"),
  })
  .meta({ id: "EdgeDeviceDetail" });
export type EdgeDeviceDetail = z.infer<typeof edgeDeviceDetail>;

const name = z.string().trim().pipe(text(100));
const note = readableText(500).nullable();

export const createEdgeDeviceRequest = z.object({
  name,
  note: note.default(null),
  credential: z
    .enum(["key", "join-code"])
    .default("key")
    .describe("a key to write into the box's configuration, or a code with which the box gets one by itself"),
});

/** What is left out stays as it is. */
export const updateEdgeDeviceRequest = z.object({ name, note }).partial();

const MAX_OVERLAP_MINUTES = 10_080;

export const rotateEdgeKeyRequest = z.object({
  overlapMinutes: z
    .int()
    .min(0)
    .max(MAX_OVERLAP_MINUTES)
    .default(1_440)
    .describe("how long the keys there are still work; 0 ends them at once"),
});

const apiKey = z.string().describe("told this once");

/** A device with its new key. */
export const edgeDeviceWithKey = z.object({ device: edgeDeviceDetail, apiKey });

export const edgeJoinCode = z
  .object({
    code: z.string().describe("10 letters and digits without look-alikes, such as `K7MXQ-9RTWA`; told this once"),
    expiresAt: datetime,
  })
  .meta({ id: "EdgeJoinCode" });

/** A new device with what was asked for: its key, or its code. */
export const createdEdgeDevice = z.object({
  device: edgeDeviceDetail,
  apiKey: apiKey.nullable(),
  joinCode: orNull(edgeJoinCode),
});

export const listEdgeDevicesQuery = pageQuery.extend({
  q: text(100).optional().describe("part of the name, the note, or what the device calls itself"),
  state: edgeDeviceState.optional(),
});
