// What people decide and who wrote what: the audit log, escalations, and the cameras that were heard of.
import type {
  AuditActor,
  EscalationDecision,
  EscalationSource,
  EscalationState,
  LastCameraEvent,
  MatchFinding,
  DetectionVerdict,
} from "@container-inspection/shared-schemas";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { idDrifted } from "./id-range.ts";
import { containers, manifests, scans, users, visits } from "./tables.ts";

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** Every write, in the transaction of its effects. Rows are only ever added, and refer to nothing: they outlive what they tell of. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: text("id").primaryKey(),
    at: time("at").notNull(),
    actorType: text("actor_type").$type<AuditActor["type"]>().notNull(),
    actorId: text("actor_id"),
    /** The address or name at that time. */
    actorName: text("actor_name").notNull(),
    action: text("action").notNull(),
    subjectType: text("subject_type").notNull(),
    subjectId: text("subject_id").notNull(),
    before: jsonb("before").$type<Record<string, unknown>>(),
    after: jsonb("after").$type<Record<string, unknown>>(),
    requestId: text("request_id"),
  },
  (table) => [
    index("audit_log_subject").on(table.subjectType, table.subjectId, table.id),
    // In an order that the primary key does not have, so that the planner never walks all of it for one actor.
    index("audit_log_actor").on(table.actorId, table.id.desc().nullsLast()),
    index("audit_log_actor_type").on(table.actorType, table.id.desc().nullsLast()),
    index("audit_log_actor_name").on(table.actorName, table.id.desc().nullsLast()),
    index("audit_log_action").on(table.action, table.id),
    index("audit_log_subject_type").on(table.subjectType, table.id),
    index("audit_log_id_drift").on(table.at, table.id).where(idDrifted("at")),
    // The history of a manifest holds the writes that attached it somewhere, or took it off.
    index("audit_log_manifest_before")
      .on(sql`(before ->> 'manifestId')`)
      .where(sql`before ->> 'manifestId' is not null`),
    index("audit_log_manifest_after")
      .on(sql`(after ->> 'manifestId')`)
      .where(sql`after ->> 'manifestId' is not null`),
  ],
);

/** A question to a supervisor about a container; at most one that is not resolved per container. */
export const escalations = pgTable(
  "escalations",
  {
    id: text("id").primaryKey(),
    containerId: text("container_id")
      .notNull()
      .references(() => containers.id),
    visitId: text("visit_id")
      .notNull()
      .references(() => visits.id),
    state: text("state").$type<EscalationState>().notNull(),
    source: text("source").$type<EscalationSource>().notNull(),
    reason: text("reason").notNull(),
    /** The scan that raised it, with what was critical about it. */
    scanId: text("scan_id").references(() => scans.id),
    findings: jsonb("findings").$type<MatchFinding[]>().notNull(),
    /** Null when a scan raised it. */
    raisedById: text("raised_by_id").references(() => users.id),
    claimedById: text("claimed_by_id").references(() => users.id),
    claimedAt: time("claimed_at"),
    decision: text("decision").$type<EscalationDecision>(),
    decisionReason: text("decision_reason"),
    resolvedById: text("resolved_by_id").references(() => users.id),
    resolvedAt: time("resolved_at"),
    /** The one attached when it was decided: a decision says nothing about another one. */
    decidedManifestId: text("decided_manifest_id").references(() => manifests.id),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("escalations_one_open")
      .on(table.containerId)
      .where(sql`state <> 'RESOLVED'`),
    index("escalations_container").on(table.containerId, table.id),
    index("escalations_state").on(table.state, table.id),
    index("escalations_claimed_by").on(table.claimedById, table.id),
  ],
);

/** What a reviewer says of one detection of a scan, by its place among them; a finished scan's detections never change. */
export const detectionVerdicts = pgTable(
  "detection_verdicts",
  {
    scanId: text("scan_id")
      .notNull()
      .references(() => scans.id, { onDelete: "cascade" }),
    index: integer("index").notNull(),
    verdict: text("verdict").$type<DetectionVerdict["verdict"]>().notNull(),
    /** What it really is; only where the verdict is `corrected`. */
    className: text("class_name"),
    note: text("note"),
    reviewerId: text("reviewer_id")
      .notNull()
      .references(() => users.id),
    reviewedAt: time("reviewed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.scanId, table.index] })],
);

/** Cameras that events or scans named, with the last word from each: reading them never touches the partitions. */
export const seenCameras = pgTable("seen_cameras", {
  cameraId: text("camera_id").primaryKey(),
  /** Of the newest word. */
  deviceId: text("device_id"),
  firstSeenAt: time("first_seen_at").notNull(),
  lastSeenAt: time("last_seen_at").notNull(),
  lastEvent: jsonb("last_event").$type<LastCameraEvent>(),
  /** By which a newer event replaces it: its time, or its arrival where its clock is ahead. */
  lastEventOrderedAt: time("last_event_ordered_at"),
  lastScanAt: time("last_scan_at"),
  /** When live events last told of it; they do so now and then only. */
  announcedAt: time("announced_at"),
});
