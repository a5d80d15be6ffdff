import { z } from "zod";
import { chainEnd, deviceConfiguration } from "./device-configurations.ts";
import { MAX_COMPARED_CLASSES, releaseKind, releaseReport, releaseState, wantedRelease } from "./releases.ts";
import { ed25519Signature, signingPublicKey } from "./signing-keys.ts";
import { acknowledgementKey } from "./transfers.ts";
import { messageId } from "./object-id.ts";
import { datetime, edgeId, lineOrEmpty, orAbsent, orNull, text, timestamp } from "./primitives.ts";

/** The most models that one device compares with those in use. */
export const MAX_SHADOWS = 20;

const count = z.int().min(0);
const amount = z.number().min(0);

/** The status of a camera on its device; `state` is the agent's term, such as `running` or `stalled`. */
const cameraReport = z.object({
  camera_id: edgeId,
  state: text(50),
  last_frame_at: orAbsent(timestamp),
  frames_per_second: orAbsent(amount),
  frozen: orAbsent(z.boolean()),
  picture_faults: orAbsent(z.array(text(50)).max(20)).describe("such as `dark`, `frozen`, `blurred`, `turned`"),
  restarts: orAbsent(count),
  last_error: orAbsent(text(2_000)),
});

const queue = z.object({
  pending: orAbsent(count),
  oldest_age_seconds: orAbsent(amount),
  parked: orAbsent(count),
  refused: orAbsent(count),
  unnumbered: orAbsent(count).describe("scans that wait on the device for their container number"),
  used_bytes: orAbsent(count),
  max_bytes: orAbsent(count),
  hours_until_full: orAbsent(amount),
  seconds_until_drained: orAbsent(amount).describe("until the records that wait are delivered, at the present rate"),
  last_delivered_at: orAbsent(timestamp),
});

const disk = z.object({ free_bytes: orAbsent(count), total_bytes: orAbsent(count) });
const model = z.object({
  name: text(200),
  version: orAbsent(text(200)),
  error: orAbsent(text(2_000)).describe("why the device does not use the model"),
});

const reportedRelease = z.object({
  release_id: lineOrEmpty(100).min(1),
  kind: releaseKind,
  name: text(100),
  version: text(100),
  state: releaseState,
  reason: orAbsent(text(2_000)).describe("why it waits, or was refused"),
  downloaded_bytes: orAbsent(count),
});

/** Number of objects that two models found in the same pictures. */
const findingCounts = { both: count, only_active: count, only_shadow: count };

/** Counts of a device about a shadow; see ShadowComparison. */
const reportedComparison = z.object({
  since: timestamp,
  active_version: text(200),
  pictures_compared: count,
  pictures_equal: count,
  pictures_skipped: count,
  pictures_failed: count,
  active_ms: orAbsent(amount),
  shadow_ms: orAbsent(amount),
  ...findingCounts,
  classes: z
    .array(
      z.object({
        class_name: text(100),
        ...findingCounts,
        confidence_difference: orAbsent(z.number().min(-1).max(1)),
      }),
    )
    .max(MAX_COMPARED_CLASSES),
});

const reportedShadow = reportedRelease.extend({
  comparison: orAbsent(reportedComparison).describe(
    "how it differs from the model in use; absent before the first picture",
  ),
});

/** The status of a device. Every field is optional, null means absent, unknown keys are ignored. */
export const heartbeatRequest = z
  .object({
    device_id: orAbsent(edgeId),
    timestamp: orAbsent(timestamp).describe("the device's clock when it sent this"),
    clock_synchronised: orAbsent(z.boolean()),
    agent_version: orAbsent(text(100)),
    uptime_seconds: orAbsent(amount),
    cameras: orAbsent(z.array(cameraReport).max(200)),
    queue: orAbsent(queue).describe("records that wait for delivery, and parked records"),
    disk: orAbsent(disk),
    models: orAbsent(z.array(model).max(100)),
    releases: orAbsent(z.array(reportedRelease).max(1_000)).describe(
      "how far the device is with what the replies to its heartbeats have named",
    ),
    shadows: orAbsent(z.array(reportedShadow).max(MAX_SHADOWS)).describe(
      "how far the device is with the models that it compares with those in use, and how they differ",
    ),
    watching_enabled: orAbsent(z.boolean()).describe("whether it sends pictures of cameras that users watch"),
  })
  .meta({ id: "HeartbeatRequest" });
export type HeartbeatRequest = z.infer<typeof heartbeatRequest>;
/** The request as a client sends it. */
export type HeartbeatBody = z.input<typeof heartbeatRequest>;

/** The delivery queue of a device. */
export const queueReport = z
  .object({
    pending: z.int().nullable(),
    oldestAgeSeconds: z.number().nullable(),
    parked: z.int().nullable().describe("records that the service rejected"),
    refused: z.int().nullable().describe("captures that were refused because the storage was full"),
    unnumbered: z.int().nullish().describe("scans that wait on the device for their container number"),
    usedBytes: z.int().nullable(),
    maxBytes: z.int().nullable(),
    hoursUntilFull: z.number().nullable(),
    secondsUntilDrained: z
      .number()
      .nullish()
      .describe("until the records that wait are delivered, at the present rate; null without a backlog"),
    lastDeliveredAt: datetime.nullable(),
  })
  .meta({ id: "QueueReport" });

/** A heartbeat as admins see it; null for values that the device did not report. */
export const heartbeat = z
  .object({
    timestamp: datetime.nullable().describe("the device's clock when it sent this"),
    clockSynchronised: z.boolean().nullable(),
    uptimeSeconds: z.number().nullable(),
    cameras: z.array(
      z.object({
        cameraId: z.string(),
        state: z.string(),
        lastFrameAt: datetime.nullable(),
        framesPerSecond: z.number().nullable(),
        frozen: z.boolean().nullable(),
        pictureFaults: z.array(z.string()).optional().describe("what is wrong with its pictures"),
        restarts: z.int().nullable(),
        lastError: z.string().nullable(),
      }),
    ),
    queue: orNull(queueReport),
    disk: z.object({ freeBytes: z.int().nullable(), totalBytes: z.int().nullable() }).nullable(),
    models: z.array(
      z.object({
        name: z.string(),
        version: z.string().nullable(),
        error: z.string().nullable().optional().describe("why the device does not use the model"),
      }),
    ),
    releases: z.array(releaseReport).optional().describe("how far it is with what is rolled out to it"),
    shadows: z
      .array(releaseReport)
      .optional()
      .describe("how far it is with the models that it compares with those in use"),
    watchingEnabled: z
      .boolean()
      .nullish()
      .describe("whether it sends pictures of cameras that users watch; null if its version cannot"),
  })
  .meta({ id: "Heartbeat" });
/** The stored part of a device's newest heartbeat. */
export type StoredHeartbeat = z.infer<typeof heartbeat>;

export const heartbeatData = z.object({
  deviceId: messageId
    .nullable()
    .describe("the id of the device for admins; null when neither its key nor its body identifies it"),
  receivedAt: datetime,
  clockSkewMs: z
    .int()
    .nullable()
    .describe("how far the device's clock is ahead of the service's clock; negative when it is behind"),
  heartbeatSeconds: z.int().describe("seconds until the next heartbeat is expected"),
  requestEncodings: z
    .array(z.string())
    .optional()
    .describe("the Content-Encodings that JSON of edge writes may have; without it, none"),
  acknowledgementKey: acknowledgementKey.optional(),
  configurationSha256: z
    .string()
    .nullish()
    .describe("of the configuration that the service keeps of the device (`POST /v1/edge/configuration`); null: none"),
  signingKeyFingerprint: z
    .string()
    .nullish()
    .describe(
      "of the key that is registered for the device's records, as `signing-key` of the device prints it; null: none is, and its records " +
        "count as unsigned. Absent: the device is unknown",
    ),
  releases: z
    .array(wantedRelease)
    .optional()
    .describe(
      "what is rolled out to the device, in place of its own configuration; a release that is no longer listed is no longer to be used. " +
        "Absent: the device is unknown",
    ),
  shadows: z
    .array(wantedRelease)
    .optional()
    .describe(
      "models that the device runs beside those in use, for comparison (stage `shadow`); what they find is counted and not recorded. " +
        "Absent: the device is unknown",
    ),
  lanes: z
    .array(z.object({ cameraId: edgeId, operatorEmail: z.string(), until: datetime }))
    .describe(
      "the operator on shift in the lane of each reported camera, and the end of the shift; a camera without one is not listed. " +
        "The device sends the address as `user_email` of what it captures until then",
    ),
});

/** Requests a key with a one-time code that an admin has created. */
export const joinRequest = z
  .object({
    code: z.string().max(50).describe("the code that the admin received; case, spaces and hyphens are ignored"),
    device_id: orAbsent(edgeId).describe("the id that the device has given itself"),
    agent_version: orAbsent(text(100)),
    signing_key: orAbsent(signingPublicKey),
    signing_key_proof: orAbsent(ed25519Signature).describe(
      'required with `signing_key`: the signature of this key over "container-inspection signing key", a line feed and `code` as it is sent',
    ),
    restore: orAbsent(z.boolean()).describe(
      "true: the device is new hardware and restores the configuration that is kept; without one, the code stays valid",
    ),
  })
  .meta({ id: "JoinRequest" });

export const joinData = z.object({
  deviceId: messageId,
  name: z.string(),
  apiKey: z.string().describe("the key of this device; it is returned only once"),
  publicUrl: z.string().nullable().describe("the public address of the service, if it is configured"),
  heartbeatSeconds: z.int(),
  silentAfterMinutes: z.int().describe("a device that has been silent for longer than this is reported"),
  acknowledgementKey: acknowledgementKey.optional(),
  configuration: orNull(deviceConfiguration).optional().describe("only with `restore`"),
  chainEnds: z
    .array(chainEnd)
    .optional()
    .describe("only with `restore`: the last records of the previous hardware, which the new chains follow"),
});
