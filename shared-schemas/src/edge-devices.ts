import { z } from "zod";
import { heartbeat, queueReport } from "./heartbeats.ts";
import { datetime, orNull, countedQuery, readableText, text } from "./primitives.ts";
import { chainBreak } from "./provenance.ts";
import { signingKey } from "./signing-keys.ts";

/** The key that a device uses: its own, or the shared `EDGE_API_KEY`; then its heartbeats identify it. */
export const edgeDeviceSource = z.enum(["own-key", "shared-key"]).meta({ id: "EdgeDeviceSource" });
export type EdgeDeviceSource = z.infer<typeof edgeDeviceSource>;

/** `waiting`: no request yet. `silent`: neither a heartbeat nor another request for too long. */
export const edgeDeviceState = z.enum(["waiting", "active", "silent", "revoked"]).meta({ id: "EdgeDeviceState" });
export type EdgeDeviceState = z.infer<typeof edgeDeviceState>;

/** A clock of a device that is further off than this makes the times of records wrong, and is reported. */
export const CLOCK_OFF_MS = 60_000;

/** An edge device as admins see it. */
export const edgeDevice = z
  .object({
    id: z.string(),
    name: z.string(),
    note: z.string().nullable(),
    source: edgeDeviceSource,
    state: edgeDeviceState,
    reportedId: z.string().nullable().describe("the `device_id` that the device sends"),
    agentVersion: z.string().nullable(),
    lastSeenAt: datetime.nullable().describe("time of its newest request, accurate to about 30 seconds"),
    silentSince: datetime.nullable().describe("time of its last request before it became silent"),
    lastHeartbeatAt: datetime.nullable(),
    clockSkewMs: z
      .int()
      .nullable()
      .describe("how far its clock is ahead of the service's clock; negative when it is behind"),
    queue: orNull(queueReport).describe("from its newest heartbeat"),
    faults: z
      .object({
        cameras: z.int().describe("cameras that are down, or whose pictures are faulty"),
        models: z.int().describe("models that the device does not use"),
      })
      .nullable()
      .describe("from its newest heartbeat; null without one"),
    revokedAt: datetime.nullable(),
    createdAt: datetime,
    updatedAt: datetime.describe("when an admin last changed it"),
  })
  .meta({ id: "EdgeDevice" });
export type EdgeDevice = z.infer<typeof edgeDevice>;

/** One key of a device; the key itself is returned only once. */
const edgeKey = z.object({
  hint: z.string().describe("the first characters of the key"),
  createdAt: datetime,
  endsAt: datetime.nullable().describe("when the key expires; null for the newest key"),
  lastUsedAt: datetime.nullable().describe("accurate to about 30 seconds"),
});

export const edgeDeviceDetail = edgeDevice
  .extend({
    keys: z.array(edgeKey).describe("the usable keys, newest first"),
    joinCodeExpiresAt: datetime.nullable().describe("expiry of the open join code"),
    heartbeat: orNull(heartbeat).describe("the newest heartbeat"),
    faultyCameras: z
      .array(
        z.object({
          cameraId: z.string(),
          fault: z.string().describe("`down`, `dark`, `frozen`, `blurred` or `turned`"),
          reason: z.string().nullable().describe("why it is down"),
          since: datetime,
        }),
      )
      .describe("cameras that have been reported as faulty and have not recovered"),
    configurationAt: datetime
      .nullable()
      .describe("when it reported the configuration that is kept (`GET …/{id}/configuration`); null: none is kept"),
    signingKeys: z.array(signingKey).describe("the keys with which it signed its records, newest first"),
    chainBreaks: z
      .array(chainBreak)
      .describe("breaks in the chains of its records, and faults of their signatures: the newest 50"),
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
    .describe("a key for the configuration of the device, or a one-time code with which the device requests its key"),
});

/** Fields that are absent stay unchanged. */
export const updateEdgeDeviceRequest = z.object({ name, note }).partial();

const MAX_OVERLAP_MINUTES = 10_080;

export const rotateEdgeKeyRequest = z.object({
  overlapMinutes: z
    .int()
    .min(0)
    .max(MAX_OVERLAP_MINUTES)
    .default(1_440)
    .describe("how long the existing keys stay usable; 0 disables them immediately"),
});

const apiKey = z.string().describe("returned only once");

/** A device with its new key. */
export const edgeDeviceWithKey = z.object({ device: edgeDeviceDetail, apiKey });

export const edgeJoinCode = z
  .object({
    code: z.string().describe("10 letters and digits without look-alikes, such as `K7MXQ-9RTWA`; returned only once"),
    expiresAt: datetime,
  })
  .meta({ id: "EdgeJoinCode" });

/** A new device with the requested credential: its key, or its join code. */
export const createdEdgeDevice = z.object({
  device: edgeDeviceDetail,
  apiKey: apiKey.nullable(),
  joinCode: orNull(edgeJoinCode),
});

export const listEdgeDevicesQuery = countedQuery.extend({
  q: text(100).optional().describe("part of the name, the note or the reported id"),
  state: edgeDeviceState.optional(),
});
