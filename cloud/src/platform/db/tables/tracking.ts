import { customType, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { time } from "./columns.ts";

// The tables partitioned by UTC day. drizzle cannot describe partitions, so their columns are in the migrations
// "baseline" and "tracking". All keep the same two rules:
// - A day has a partition once it was needed; until then, and for clocks far off, rows lie in `<table>_default`.
// - A day's rows are never split: making its partition takes them out of the default one.

/** Every stream event as it came, once; unique by camera, device, session, event id and time. */
const TRACKING_EVENTS = "tracking_events";

/** Each object's events per camera and UTC minute and hour: how many, the first, and the last one's class and box. */
const TRACKING_ROLLUPS = "tracking_rollups";

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/**
 * The first reply to each idempotency key of a batch of events, kept as long as the day of its newest event. The day is
 * part of the primary key since partitions need it; the migration, not this description, makes the table.
 */
export const streamEventReceipts = pgTable(
  "stream_event_receipts",
  {
    cameraId: text("camera_id").notNull(),
    key: text("key").notNull(),
    /** The UTC midnight that began it. */
    day: time("day").notNull(),
    requestSha256: bytes("request_sha256").notNull(),
    reply: jsonb("reply").$type<Record<string, unknown>>().notNull(),
    receivedAt: time("received_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.cameraId, table.key, table.day] })],
);

/**
 * The partitioned tables: the column that decides the day, and how full writers leave a page. A rollup's row is updated
 * as long as its bucket is new; with room left beside it, four of five updates need not touch the index.
 */
export const dailyTables = [
  { table: TRACKING_EVENTS, column: "occurred_at", fillPercent: 100 },
  { table: TRACKING_ROLLUPS, column: "bucket", fillPercent: 70 },
  { table: "stream_event_receipts", column: "day", fillPercent: 100 },
] as const;
