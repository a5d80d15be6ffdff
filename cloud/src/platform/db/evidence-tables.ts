// Photos kept as evidence; a deleted one leaves its row, so that it stays known that there was one, and who took it away.
import type { Detection } from "@container-inspection/shared-schemas";
import { sql } from "drizzle-orm";
import { bigint, boolean, doublePrecision, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { containers, time, users, visits } from "./tables.ts";

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
    source: text("source").$type<"edge" | "user">().notNull(),
    note: text("note"),
    detections: jsonb("detections").$type<Detection[]>().notNull(),
    modelName: text("model_name"),
    modelVersion: text("model_version"),
    inferenceMs: doublePrecision("inference_ms"),
    cameraId: text("camera_id"),
    deviceId: text("device_id"),
    /** As the device sent it; the uploader is the default account where it names none. */
    userEmail: text("user_email"),
    /** By the sender's clock. */
    timestamp: time("timestamp").notNull(),
    receivedAt: time("received_at").notNull(),
    clockSuspect: boolean("clock_suspect").notNull().default(false),
    imageKey: text("image_key").notNull(),
    imageContentType: text("image_content_type").notNull(),
    imageSha256: text("image_sha256").notNull(),
    imageOriginalSha256: text("image_original_sha256").notNull(),
    imageReduced: boolean("image_reduced").notNull().default(false),
    imageSizeBytes: integer("image_size_bytes").notNull(),
    imageWidth: integer("image_width").notNull(),
    imageHeight: integer("image_height").notNull(),
    /** A small JPEG of the photo. */
    thumbnailKey: text("thumbnail_key").notNull(),
    thumbnailSha256: text("thumbnail_sha256").notNull(),
    thumbnailSizeBytes: integer("thumbnail_size_bytes").notNull(),
    visualizationKey: text("visualization_key"),
    visualizationContentType: text("visualization_content_type"),
    visualizationSha256: text("visualization_sha256"),
    visualizationSizeBytes: integer("visualization_size_bytes"),
    /** When the pictures' retention had ended; their hashes stay. */
    imageDeletedAt: time("image_deleted_at"),
    /** The hash chain of the sender's outbox, as sent. */
    sequence: bigint("sequence", { mode: "number" }),
    previousSha256: text("previous_sha256"),
    recordSha256: text("record_sha256"),
    deletedAt: time("deleted_at"),
    deletedById: text("deleted_by_id").references(() => users.id),
  },
  (table) => [
    index("evidence_container").on(table.containerId, table.id),
    index("evidence_kept_pictures")
      .on(table.id)
      .where(sql`image_deleted_at is null and deleted_at is null`),
  ],
);
