// Counts of what happened at the gates, by quarter of an hour; computed from the records, and again when those change.
import type { StatisticKind } from "@container-inspection/shared-schemas/statistics";
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { time } from "./columns.ts";

/** Counts for one quarter of an hour, one camera, and the containers of one owner. */
export const statistics = pgTable(
  "statistics",
  {
    /** Beginning of the quarter of an hour. */
    bucket: time("bucket").notNull(),
    kind: text("kind").$type<StatisticKind>().notNull(),
    /** Value that is counted among its kind: a status, a class, a decision. */
    name: text("name").notNull(),
    /** Empty where no camera is known. */
    cameraId: text("camera_id").notNull(),
    ownerId: text("owner_id").notNull(),
    count: integer("count").notNull(),
    /** Duration of each decision, in seconds; for decisions only. */
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
