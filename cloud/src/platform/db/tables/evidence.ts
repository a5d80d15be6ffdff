// Photos kept as evidence. A deleted one keeps its row, which records that it existed and who deleted it.
import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { pictureColumns, recordColumns, time } from "./columns.ts";
import { containers, visits } from "./containers.ts";
import { users } from "./people.ts";

export const evidence = pgTable(
  "evidence",
  {
    /** `ev_` and an object identifier. */
    id: text("id").primaryKey(),
    containerId: text("container_id")
      .notNull()
      .references(() => containers.id),
    visitId: text("visit_id")
      .notNull()
      .references(() => visits.id),
    uploaderId: text("uploader_id")
      .notNull()
      .references(() => users.id),
    note: text("note"),
    ...recordColumns,
    imageKey: text("image_key").notNull(),
    imageContentType: text("image_content_type").notNull(),
    imageSha256: text("image_sha256").notNull(),
    imageOriginalSha256: text("image_original_sha256").notNull(),
    imageSizeBytes: integer("image_size_bytes").notNull(),
    imageWidth: integer("image_width").notNull(),
    imageHeight: integer("image_height").notNull(),
    ...pictureColumns,
    /** A small JPEG of the photo. */
    thumbnailKey: text("thumbnail_key").notNull(),
    thumbnailSha256: text("thumbnail_sha256").notNull(),
    thumbnailSizeBytes: integer("thumbnail_size_bytes").notNull(),
    deletedAt: time("deleted_at"),
    deletedById: text("deleted_by_id").references(() => users.id),
  },
  (table) => [
    index("evidence_container").on(table.containerId, table.id),
    index("evidence_camera").on(table.cameraId, table.containerId),
    index("evidence_passage")
      .on(table.deviceId, table.passageId)
      .where(sql`passage_id is not null`),
    index("evidence_kept_pictures")
      .on(table.id)
      .where(sql`image_deleted_at is null and deleted_at is null`),
  ],
);
