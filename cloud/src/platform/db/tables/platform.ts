// Records of the program itself: receipts of idempotency keys, runs of recurring work, counters of rate limits.
import { integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { createdAt, time } from "./columns.ts";

/**
 * The first reply given for an idempotency key: written in the transaction whose effects it reports. Those of scans,
 * evidence and identify and of users' writes are kept for ever, those of heartbeats and imports a day; those of stream
 * events lie beside the events.
 */
export const idempotencyReceipts = pgTable(
  "idempotency_receipts",
  {
    route: text("route").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of the request as compared: image bytes are replaced by their own hash. */
    requestSha256: text("request_sha256").notNull(),
    status: smallint("status").notNull(),
    reply: jsonb("reply").$type<Record<string, unknown>>().notNull(),
    createdAt,
  },
  (table) => [primaryKey({ columns: [table.route, table.key] })],
);

/** Recurring work that one process at a time does: the one that has claimed the row, until its lease ends. */
export const maintenanceRuns = pgTable("maintenance_runs", {
  name: text("name").primaryKey(),
  startedAt: time("started_at").notNull(),
  /** A process that died leaves its run to others from here on. */
  leaseEndsAt: time("lease_ends_at").notNull(),
  /** End of the last run that was completed. */
  finishedAt: time("finished_at"),
  /** Result of the last completed run, for the metrics of all processes. */
  outcome: jsonb("outcome").$type<Record<string, unknown>>(),
});

/** Counters of rate-limiter-flexible, shared by every process on the database. */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  expire: time("expire"),
});
