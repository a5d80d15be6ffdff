// What goes out to others: pushes to supervisors' devices, and webhooks with their deliveries.
import type {
  LiveEventKind,
  PushStatus,
  WebhookDeliveryStatus,
  WebhookDisabledReason,
} from "@container-inspection/shared-schemas";
import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { xid8 } from "./event-tables.ts";
import { time, users } from "./tables.ts";

const createdAt = time("created_at").notNull();

/** One notice to one device, kept for a month; it refers to nothing, since devices come and go. */
export const pushDeliveries = pgTable(
  "push_deliveries",
  {
    id: text("id").primaryKey(),
    /** The job that found the devices: it may run twice, and each device still gets the notice once. */
    noticeId: text("notice_id").notNull(),
    deviceId: text("device_id").notNull(),
    /** Whose device it was: it goes to nobody else. */
    userId: text("user_id").notNull(),
    kind: text("kind").notNull(),
    title: text("title").notNull(),
    body: text("body").notNull(),
    data: jsonb("data").$type<Record<string, string>>().notNull(),
    collapseKey: text("collapse_key").notNull(),
    status: text("status").$type<PushStatus>().notNull(),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    createdAt,
    sentAt: time("sent_at"),
  },
  (table) => [
    uniqueIndex("push_deliveries_notice").on(table.noticeId, table.deviceId),
    index("push_deliveries_status").on(table.status, table.id),
    index("push_deliveries_device").on(table.deviceId, table.id),
  ],
);

/** Addresses of other systems that are told what happens. */
export const webhooks = pgTable("webhooks", {
  id: text("id").primaryKey(),
  url: text("url").notNull(),
  description: text("description"),
  /** Types of the events it gets. */
  events: text("events").array().$type<LiveEventKind[]>().notNull(),
  /** Encrypted, since signing needs the secret itself. */
  secret: text("secret").notNull(),
  /** The one before a rotation; both sign until it ends. */
  previousSecret: text("previous_secret"),
  previousSecretEndsAt: time("previous_secret_ends_at"),
  disabledAt: time("disabled_at"),
  disabledReason: text("disabled_reason").$type<WebhookDisabledReason>(),
  /** The first failed try since the last delivery; null while all is well. */
  failingSince: time("failing_since"),
  createdById: text("created_by_id")
    .notNull()
    .references(() => users.id),
  createdAt,
  updatedAt: time("updated_at").notNull(),
});

/** How far the live events have been handed to webhooks: one row. */
export const webhookCursor = pgTable("webhook_cursor", {
  id: smallint("id").primaryKey(),
  eventXid: xid8("event_xid").notNull(),
  eventId: bigint("event_id", { mode: "bigint" }).notNull(),
});

/** One event to one webhook. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: text("id").primaryKey(),
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    type: text("type").notNull(),
    /** The body as it is sent and signed, byte for byte. */
    payload: text("payload").notNull(),
    status: text("status").$type<WebhookDeliveryStatus>().notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** Of the last answer; null when there was none. */
    lastStatusCode: smallint("last_status_code"),
    lastError: text("last_error"),
    /** When a process may try it next, or again if the one that tries it now ends; null when it is not pending. */
    nextAttemptAt: time("next_attempt_at"),
    createdAt,
    deliveredAt: time("delivered_at"),
  },
  (table) => [
    index("webhook_deliveries_webhook").on(table.webhookId, table.id),
    index("webhook_deliveries_status").on(table.webhookId, table.status, table.id),
    index("webhook_deliveries_due")
      .on(table.webhookId, table.nextAttemptAt)
      .where(sql`status = 'pending'`),
  ],
);
