// Outgoing messages: mails, notices to phones, and events to webhooks.
import type { EmailKind, EmailStatus } from "@container-inspection/shared-schemas/emails";
import type { LiveEventKind } from "@container-inspection/shared-schemas/live-events";
import type { PushStatus } from "@container-inspection/shared-schemas/push";
import type { WebhookFormat } from "@container-inspection/shared-schemas/trade-events";
import type { WebhookDeliveryStatus, WebhookDisabledReason } from "@container-inspection/shared-schemas/webhooks";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, time, updatedAt } from "./columns.ts";
import { xid8 } from "./journal.ts";
import { users } from "./people.ts";

/** Every mail, from its cause until it is sent; the link is forgotten then. */
export const emailJobs = pgTable(
  "email_jobs",
  {
    id: text("id").primaryKey(),
    kind: text("kind").$type<EmailKind>().notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    /** The text, with `{link}` as the placeholder of the link. */
    body: text("body").notNull(),
    /** The text as HTML, with `{link}` as the placeholder of the link; null for text-only mails. */
    html: text("html"),
    link: text("link"),
    linkExpiresAt: time("link_expires_at").notNull(),
    status: text("status").$type<EmailStatus>().notNull(),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    createdAt,
    sentAt: time("sent_at"),
  },
  (table) => [
    index("email_jobs_status").on(table.status, table.id),
    index("email_jobs_recipient").on(table.recipient, table.id),
  ],
);

/** Phones registered for push; each belongs to the user who registered it last. */
export const devices = pgTable(
  "devices",
  {
    deviceId: text("device_id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    platform: text("platform").$type<"android" | "ios">().notNull(),
    /** Names one installation of the app, so no two devices have the same. */
    pushToken: text("push_token").notNull().unique(),
    appVersion: text("app_version").notNull(),
    deviceModel: text("device_model").notNull(),
    /** False once the push service reports that the token is no longer valid. */
    isActive: boolean("is_active").notNull(),
    lastActiveAt: time("last_active_at").notNull(),
    createdAt,
  },
  (table) => [index("devices_user").on(table.userId, table.lastActiveAt)],
);

/** Browsers that receive notices by web push; each belongs to the user who added it last. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Address at which the push service takes messages for this browser: a secret. */
    endpoint: text("endpoint").notNull().unique(),
    /** The browser's public key, and the secret that it shares with this service. */
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    name: text("name").notNull(),
    lastActiveAt: time("last_active_at").notNull(),
    createdAt,
  },
  (table) => [index("push_subscriptions_user").on(table.userId, table.lastActiveAt)],
);

/** One notice to one device, kept for a month; it refers to nothing, since devices come and go. */
export const pushDeliveries = pgTable(
  "push_deliveries",
  {
    id: text("id").primaryKey(),
    /** The job that found the devices: it may run twice, and each device still gets the notice once. */
    noticeId: text("notice_id").notNull(),
    channel: text("channel").$type<"fcm" | "web">().notNull().default("fcm"),
    /** A phone, or a browser's subscription. */
    deviceId: text("device_id").notNull(),
    /** The owner of the phone at that time: the notice goes to no other user. */
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

/** Addresses of other systems that receive events. */
export const webhooks = pgTable("webhooks", {
  id: text("id").primaryKey(),
  url: text("url").notNull(),
  description: text("description"),
  /** Types of the events it gets. */
  events: text("events").array().$type<LiveEventKind[]>().notNull(),
  /** Format of the bodies of its deliveries. */
  format: text("format").$type<WebhookFormat>().notNull().default("live-events"),
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
  updatedAt,
});

/** Position up to which live events have been passed to webhooks: one row. */
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
    /** Trace context in which the trace of the event continues; null if nothing is traced. */
    traceparent: text("traceparent"),
    status: text("status").$type<WebhookDeliveryStatus>().notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** Attempts before an administrator's last retry, after which the back-off starts again. */
    earlierAttempts: integer("earlier_attempts").notNull().default(0),
    /** Status code of the last answer; null without one. */
    lastStatusCode: smallint("last_status_code"),
    lastError: text("last_error"),
    /**
     * Time from which a process may try it next, or again if the one that tries it now ends; null when it is not
     * pending.
     */
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
