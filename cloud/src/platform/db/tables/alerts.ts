// What users are alerted of, and what each wants to receive by mail.
import type { AlertKind, ShiftReportChoice } from "@container-inspection/shared-schemas/notifications";
import { sql } from "drizzle-orm";
import { bigint, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { time } from "./columns.ts";
import { users } from "./people.ts";

/**
 * Something that was wrong, from its beginning to its end. Written in the transactions of the live events that report
 * both. It refers to nothing: it outlives devices, cameras and sites.
 */
export const incidents = pgTable(
  "incidents",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text("kind").$type<AlertKind>().notNull(),
    /** Subject of the incident, within its kind. */
    subject: text("subject").notNull(),
    /** Null for records of no device that is known. */
    deviceId: text("device_id"),
    /** Null for what concerns a device as a whole. */
    cameraId: text("camera_id"),
    /** Reported detail, for people: the fault of a camera, the problem of a record. */
    detail: text("detail"),
    beganAt: time("began_at").notNull(),
    endedAt: time("ended_at"),
    /** Time at which its name and its places were added and its recipients found; null until then. */
    placedAt: time("placed_at"),
    /** The name of the device or camera at that time. */
    name: text("name"),
    siteIds: text("site_ids")
      .array()
      .notNull()
      .default(sql`'{}'`),
    laneIds: text("lane_ids")
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    // One at a time.
    uniqueIndex("incidents_open")
      .on(table.kind, table.subject)
      .where(sql`ended_at is null`),
    index("incidents_unplaced")
      .on(table.id)
      .where(sql`placed_at is null`),
    index("incidents_ended_at").on(table.endedAt),
  ],
);

/** A user who is to receive the beginning and the end of an incident by mail, each once. */
export const incidentRecipients = pgTable(
  "incident_recipients",
  {
    incidentId: bigint("incident_id", { mode: "number" })
      .notNull()
      .references(() => incidents.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Time at which the mail with its beginning was written. */
    beginMailedAt: time("begin_mailed_at"),
    /** Time at which the mail with its end was written. */
    endMailedAt: time("end_mailed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.incidentId, table.userId] }),
    index("incident_recipients_open")
      .on(table.userId, table.incidentId)
      .where(sql`end_mailed_at is null`),
  ],
);

/** Mails that a user chose to receive; without a row, the defaults of the role are in force. */
export const notificationSettings = pgTable("notification_settings", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  alerts: text("alerts").array().$type<AlertKind[]>().notNull(),
  /** Null for all sites, and for what has no site. */
  siteIds: text("site_ids").array(),
  shiftReports: text("shift_reports").$type<ShiftReportChoice>().notNull(),
  updatedAt: time("updated_at").notNull(),
});
