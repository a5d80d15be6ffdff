import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, time } from "./columns.ts";

/**
 * The Parquet files of days of tracking events that have left Postgres, stored as `tracking/<id>/<kind>.parquet`. The
 * events of a day are those of its files and of its partition, each once by its key. In the main database also where
 * tracking has one of its own, since the storage is compared with it.
 */
export const trackingFiles = pgTable(
  "tracking_files",
  {
    id: text("id").primaryKey(),
    /** The UTC midnight that begins the day. */
    day: time("day").notNull(),
    /** Several files of events, each of whole cameras; one of objects by camera, hour and class. */
    kind: text("kind").$type<"events" | "counts">().notNull(),
    firstCamera: text("first_camera").notNull(),
    lastCamera: text("last_camera").notNull(),
    rows: bigint("rows", { mode: "number" }).notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    sha256: text("sha256").notNull(),
    createdAt,
  },
  (table) => [index("tracking_files_day").on(table.day)],
);
