// What has happened: the audit log, and the live events for dashboards and webhooks.
import type { AuditActor } from "@container-inspection/shared-schemas/audit";
import type { LiveEventKind } from "@container-inspection/shared-schemas/live-events";
import { sql } from "drizzle-orm";
import { bigint, customType, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { idDrifted } from "../id-range.ts";
import { time } from "./columns.ts";

/**
 * Every write, in the transaction of its effects. Rows are only ever added, and refer to nothing: they outlive their
 * subjects.
 */
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

/** A transaction's number, which never starts again from the beginning. */
export const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/**
 * Appended to by writers in their transactions, kept for a week. Sequences count in the order of inserts, not of
 * commits, so a reader goes by the transaction first, and no further than where all transactions have ended (see
 * events/event-store.ts).
 */
export const liveEvents = pgTable(
  "live_events",
  {
    xid: xid8("xid")
      .notNull()
      .default(sql`pg_current_xact_id()`),
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    at: time("at").notNull(),
    kind: text("kind").$type<LiveEventKind>().notNull(),
    /** The container whose owner may see the event; no reference, as events are history. */
    containerId: text("container_id"),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    /** Trace context in which the trace of its cause continues; null if nothing is traced. */
    traceparent: text("traceparent"),
  },
  (table) => [primaryKey({ columns: [table.xid, table.id] })],
);
