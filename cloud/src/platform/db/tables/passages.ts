import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { time } from "./columns.ts";
import { containers } from "./containers.ts";
import { users } from "./people.ts";

/**
 * One vehicle through one gate lane, with one row for each position of a container on it. Its records have the columns
 * `device_id`, `passage_id` and `passage_position`.
 */
export const passages = pgTable(
  "passages",
  {
    id: text("id").primaryKey(),
    deviceId: text("device_id").notNull(),
    passageId: text("passage_id").notNull(),
    /** Empty where the device sent none. */
    position: text("position").notNull(),
    /** Once that container is merged, the passage is of the one that it was merged into. */
    containerId: text("container_id")
      .notNull()
      .references(() => containers.id),
    /** Key of the number by which the device first named the container. */
    numberKey: text("number_key").notNull(),
    /** True where a person must name the container: by its device it has no number, or several. */
    isUnidentified: boolean("is_unidentified").notNull(),
    /** The camera of the first record, whose lane is that of the passage; null where no camera is known. */
    cameraId: text("camera_id"),
    firstAt: time("first_at").notNull(),
    lastAt: time("last_at").notNull(),
    /** The person who named the container, whom no device overrides; null where the device did. */
    assignedById: text("assigned_by_id").references(() => users.id),
    assignedAt: time("assigned_at"),
  },
  (table) => [
    uniqueIndex("passages_passage").on(table.deviceId, table.passageId, table.position),
    index("passages_device").on(table.deviceId, table.firstAt),
    index("passages_container").on(table.containerId),
    index("passages_listed")
      .on(table.firstAt, table.id)
      .where(sql`is_unidentified or assigned_at is not null`),
  ],
);
