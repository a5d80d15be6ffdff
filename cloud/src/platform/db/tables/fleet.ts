// Edge devices with their keys, and the places of their cameras: sites, lanes, cameras. tracking.ts has their tracks.
import type { CameraDrift } from "@container-inspection/shared-schemas/camera-drift";
import type { CameraPosition, CameraView, LastCameraEvent } from "@container-inspection/shared-schemas/cameras";
import type { MissingPart } from "@container-inspection/shared-schemas/device-configurations";
import type { EdgeDeviceSource } from "@container-inspection/shared-schemas/edge-devices";
import type { StoredHeartbeat } from "@container-inspection/shared-schemas/heartbeats";
import type { LivePicture } from "@container-inspection/shared-schemas/live-pictures";
import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, time, updatedAt } from "./columns.ts";
import { users } from "./people.ts";

/** Devices at the gates: those with their own keys, and those that heartbeats with the shared key named. */
export const edgeDevices = pgTable(
  "edge_devices",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    note: text("note"),
    source: text("source").$type<EdgeDeviceSource>().notNull(),
    /** Name that it gives itself: the `device_id` of its newest heartbeat or of its joining. */
    reportedId: text("reported_id"),
    agentVersion: text("agent_version"),
    /** Its newest request, noted at most every 30 s. */
    lastSeenAt: time("last_seen_at"),
    /** The time of its last request before it fell silent; null while it is active. */
    silentSince: time("silent_since"),
    /**
     * Time since when its heartbeats have reported too little free space; null while the space is sufficient.
     */
    diskLowSince: time("disk_low_since"),
    /** Time since when the clock of its heartbeats has been off; null while it agrees with ours. */
    clockOffSince: time("clock_off_since"),
    revokedAt: time("revoked_at"),
    heartbeat: jsonb("heartbeat").$type<StoredHeartbeat>(),
    heartbeatAt: time("heartbeat_at"),
    /** Difference of its clock from ours in ms; positive if it is ahead, negative if it is behind. */
    clockSkewMs: bigint("clock_skew_ms", { mode: "number" }),
    createdAt,
    /** Time of the last change by an admin. */
    updatedAt,
  },
  (table) => [
    uniqueIndex("edge_devices_shared_key")
      .on(table.reportedId)
      .where(sql`source = 'shared-key'`),
  ],
);

/** Keys of devices, by their SHA-256: they are random, so that nothing slower is needed. */
export const edgeKeys = pgTable(
  "edge_keys",
  {
    keyHash: text("key_hash").primaryKey(),
    deviceId: text("device_id")
      .notNull()
      .references(() => edgeDevices.id, { onDelete: "cascade" }),
    /** The key's first characters, by which users distinguish keys. */
    hint: text("hint").notNull(),
    createdAt,
    /** Null for the newest; an older one works until then. */
    endsAt: time("ends_at"),
    lastUsedAt: time("last_used_at"),
  },
  (table) => [index("edge_keys_device").on(table.deviceId)],
);

/** The configuration of each device without its secrets, as it reported it last. */
export const edgeConfigurations = pgTable("edge_configurations", {
  deviceId: text("device_id")
    .primaryKey()
    .references(() => edgeDevices.id, { onDelete: "cascade" }),
  /** YAML. */
  configuration: text("configuration").notNull(),
  missing: jsonb("missing").$type<MissingPart[]>().notNull(),
  /** SHA-256 of `configuration` and `missing`, by which the device finds out if they are kept. */
  sha256: text("sha256").notNull(),
  agentVersion: text("agent_version"),
  reportedAt: time("reported_at").notNull(),
});

/** One-time codes that a device exchanges for its key, by their HMAC. */
export const edgeJoinCodes = pgTable(
  "edge_join_codes",
  {
    codeHash: text("code_hash").primaryKey(),
    deviceId: text("device_id")
      .notNull()
      .references(() => edgeDevices.id, { onDelete: "cascade" }),
    createdById: text("created_by_id")
      .notNull()
      .references(() => users.id),
    createdAt,
    expiresAt: time("expires_at").notNull(),
    usedAt: time("used_at"),
  },
  (table) => [index("edge_join_codes_device").on(table.deviceId)],
);

/** Cameras that the newest heartbeat of their device reported as not well. */
export const cameraFaults = pgTable(
  "camera_faults",
  {
    deviceId: text("device_id")
      .notNull()
      .references(() => edgeDevices.id, { onDelete: "cascade" }),
    cameraId: text("camera_id").notNull(),
    /** `down`, or the fault of the pictures. */
    fault: text("fault").notNull(),
    reason: text("reason"),
    /** Time of the first of the consecutive heartbeats that contained it. */
    since: time("since").notNull(),
    lastAt: time("last_at").notNull(),
    /** Null until it has lasted for long enough. */
    reportedAt: time("reported_at"),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.cameraId] })],
);

/**
 * The last comparison of each camera whose days differ, or differed, from what its device learned; small pictures of
 * then and now are part of the row. It has no measures once the drift has ended.
 */
export const cameraDrifts = pgTable(
  "camera_drifts",
  {
    cameraId: text("camera_id").primaryKey(),
    deviceId: text("device_id")
      .notNull()
      .references(() => edgeDevices.id, { onDelete: "cascade" }),
    model: jsonb("model").$type<CameraDrift["model"]>().notNull(),
    measures: jsonb("measures").$type<CameraDrift["measures"]>().notNull(),
    classes: jsonb("classes").$type<CameraDrift["classes"]>().notNull(),
    /** Empty once they are past their retention. */
    pictures: jsonb("pictures").$type<CameraDrift["pictures"]>().notNull(),
    reportedAt: time("reported_at").notNull(),
    /** Time at which its device compared the days; a row without measures found no drift. */
    comparedAt: time("compared_at")
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index("camera_drifts_device").on(table.deviceId)],
);

/**
 * One row: since when the watch over silent devices has run without a gap, so that an outage of the service makes no
 * device silent.
 */
export const edgeWatch = pgTable("edge_watch", {
  id: integer("id").primaryKey(),
  since: time("since").notNull(),
  lastLookAt: time("last_look_at").notNull(),
});

export const sites = pgTable("sites", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** The order in which sites are shown, from 0. */
  position: integer("position").notNull(),
});

export const lanes = pgTable(
  "lanes",
  {
    id: text("id").primaryKey(),
    siteId: text("site_id")
      .notNull()
      .references(() => sites.id),
    name: text("name").notNull(),
    /** The order within the site, from 0. */
    position: integer("position").notNull(),
  },
  (table) => [index("lanes_site").on(table.siteId, table.position)],
);

/**
 * Operators who work in a lane. At most one shift of a lane lasts at any time: transactions lock the lane before they
 * add one.
 */
export const shifts = pgTable(
  "shifts",
  {
    id: text("id").primaryKey(),
    laneId: text("lane_id")
      .notNull()
      .references(() => lanes.id, { onDelete: "cascade" }),
    operatorId: text("operator_id")
      .notNull()
      .references(() => users.id),
    takenById: text("taken_by_id")
      .notNull()
      .references(() => users.id),
    startedAt: time("started_at").notNull(),
    /** End of the shift, as planned, or when it was ended. */
    endsAt: time("ends_at").notNull(),
    /** Null unless it was ended before its time. */
    endedById: text("ended_by_id").references(() => users.id),
    /** Time at which its report was written, even if no user receives it; null until then. */
    reportedAt: time("reported_at"),
  },
  (table) => [
    index("shifts_lane").on(table.laneId, table.endsAt),
    index("shifts_ends_at").on(table.endsAt),
    index("shifts_operator").on(table.operatorId, table.id),
  ],
);

/** Registrations of cameras by admins; seen_cameras has what events and scans report of them. */
export const cameras = pgTable(
  "cameras",
  {
    cameraId: text("camera_id").primaryKey(),
    name: text("name"),
    position: text("position").$type<CameraPosition>(),
    /** View that it has of the cargo; null if it is not set. */
    view: text("view").$type<CameraView>(),
    laneId: text("lane_id").references(() => lanes.id, { onDelete: "set null" }),
    createdAt,
    updatedAt,
  },
  (table) => [index("cameras_lane").on(table.laneId)],
);

/** Cameras that events or scans named, with the newest report of each, so that reading them touches no partition. */
export const seenCameras = pgTable("seen_cameras", {
  cameraId: text("camera_id").primaryKey(),
  /** Device of the newest report. */
  deviceId: text("device_id"),
  firstSeenAt: time("first_seen_at").notNull(),
  lastSeenAt: time("last_seen_at").notNull(),
  lastEvent: jsonb("last_event").$type<LastCameraEvent>(),
  /** Time by which a newer event replaces it: its own, or its arrival if its clock is ahead. */
  lastEventOrderedAt: time("last_event_ordered_at"),
  lastScanAt: time("last_scan_at"),
  /** Time at which live events last reported it, which they do only now and then. */
  announcedAt: time("announced_at"),
});

/**
 * Cameras that users watch, or have watched, each with its newest small picture while it is watched. Unlogged: no log
 * and no backup contains a picture, and a database that crashes starts with an empty table.
 */
export const watchedCameras = pgTable("watched_cameras", {
  cameraId: text("camera_id").primaryKey(),
  /** The edge device that sends its pictures. */
  deviceId: text("device_id").notNull(),
  watchedUntil: time("watched_until").notNull(),
  /** Grows with every report of the device, also when a crash has emptied the table: by the clock in milliseconds. */
  version: bigint("version", { mode: "number" }).notNull().default(0),
  /** Base64 JPEG. */
  image: text("image"),
  details: jsonb("details").$type<LivePictureDetails>(),
  takenAt: time("taken_at"),
  /** Reason why the device sends no picture; null once it sends one. */
  absence: text("absence").$type<"camera" | "deliveries">(),
});

/** Details of a live picture besides its bytes. */
export type LivePictureDetails = Pick<NonNullable<LivePicture["picture"]>, "width" | "height" | "boxes">;
