// Counts of what happened at the gates, by quarter of an hour; computed from the records, and again when those change.
import type { StatisticKind } from "@container-inspection/shared-schemas";
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { time } from "./columns.ts";

/** What happened in one quarter of an hour, at one camera, with containers of one owner. */
export const statistics = pgTable(
  "statistics",
  {
    /** When the quarter begins. */
    bucket: time("bucket").notNull(),
    kind: text("kind").$type<StatisticKind>().notNull(),
    /** What is counted among its kind: a status, a class, a decision. */
    name: text("name").notNull(),
    /** Empty where no camera is known. */
    cameraId: text("camera_id").notNull(),
    ownerId: text("owner_id").notNull(),
    count: integer("count").notNull(),
    /** Of decisions: how many seconds each took. */
    seconds: integer("seconds").array(),
  },
  (table) => [
    primaryKey({ columns: [table.bucket, table.kind, table.name, table.cameraId, table.ownerId] }),
    index("statistics_owner").on(table.ownerId, table.bucket),
  ],
);

/**
 * Quarters whose records have changed since they were counted. Triggers on the tables of the records write them, in the
 * transaction of the change. Without a key: transactions that change the same quarter must not wait for each other.
 */
export const statisticMarks = pgTable("statistic_marks", { bucket: time("bucket").notNull() });
