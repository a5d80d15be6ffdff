import type { CameraView } from "@container-inspection/shared-schemas/cameras";
import type { StoredMatch } from "@container-inspection/shared-schemas/manifest-match";
import type { ClassSummary, DetectionVerdict, Polygon, ScanType } from "@container-inspection/shared-schemas/scans";
import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { pictureColumns, recordColumns, time } from "./columns.ts";
import { containers, visits } from "./containers.ts";
import { users } from "./people.ts";

export const scans = pgTable(
  "scans",
  {
    id: text("id").primaryKey(),
    containerId: text("container_id")
      .notNull()
      .references(() => containers.id),
    visitId: text("visit_id")
      .notNull()
      .references(() => visits.id),
    type: text("type").$type<ScanType>().notNull(),
    status: text("status").$type<"done" | "pending" | "failed">().notNull(),
    summary: jsonb("summary").$type<ClassSummary[]>().notNull(),
    ...recordColumns,
    /** View of the cargo that its camera had when it was recorded. */
    view: text("view").$type<CameraView>(),
    /** Its picture is unlike those that the model was trained on; null where its sender does not know. */
    isUnlike: boolean("is_unlike"),
    /** Comparison made when its findings were recorded; null before that, and for kinds that are not compared. */
    recordedMatch: jsonb("recorded_match").$type<StoredMatch>(),
    imageKey: text("image_key"),
    imageContentType: text("image_content_type"),
    imageSha256: text("image_sha256"),
    imageOriginalSha256: text("image_original_sha256"),
    imageSizeBytes: integer("image_size_bytes"),
    imageWidth: integer("image_width"),
    imageHeight: integer("image_height"),
    ...pictureColumns,
    /** A small JPEG of the picture; null until it is first requested. */
    thumbnailKey: text("thumbnail_key"),
    thumbnailSha256: text("thumbnail_sha256"),
    thumbnailSizeBytes: integer("thumbnail_size_bytes"),
    /**
     * Number of detections that people have added, including removed ones: an index is never used again.
     */
    addedCount: integer("added_count").notNull().default(0),
    /** The person who asked for the scan; null for the edge. */
    createdById: text("created_by_id").references(() => users.id),
  },
  (table) => [
    index("scans_container").on(table.containerId, table.id),
    index("scans_visit").on(
      table.containerId,
      table.visitId,
      sql`(case when clock_suspect then received_at else "timestamp" end)`,
    ),
    index("scans_taken").on(sql`(case when clock_suspect then received_at else "timestamp" end)`),
    index("scans_passage")
      .on(table.deviceId, table.passageId)
      .where(sql`passage_id is not null`),
    index("scans_camera").on(table.cameraId, table.containerId),
    index("scans_classes").using("gin", sql`jsonb_path_query_array(summary, '$[*].className') jsonb_path_ops`),
    index("scans_verdict")
      .on(sql`(recorded_match -> 'match' ->> 'lane')`, table.containerId)
      .where(sql`recorded_match is not null`),
    index("scans_pending")
      .on(table.id)
      .where(sql`status = 'pending'`),
    index("scans_kept_pictures")
      .on(table.id)
      .where(sql`image_deleted_at is null and image_key is not null`),
  ],
);

/**
 * The verdict of a reviewer on one detection of a scan, by its position among them; detections of a finished scan
 * never change. Objects added by a reviewer have an index after them.
 */
export const detectionVerdicts = pgTable(
  "detection_verdicts",
  {
    scanId: text("scan_id")
      .notNull()
      .references(() => scans.id, { onDelete: "cascade" }),
    index: integer("index").notNull(),
    verdict: text("verdict").$type<DetectionVerdict["verdict"]>().notNull(),
    /** Actual class of the object; set only if the verdict is `corrected` or `added`. */
    className: text("class_name"),
    /** Actual outline of the object; set only if the verdict is `corrected` or `added`. */
    polygon: jsonb("polygon").$type<Polygon>(),
    areaPercentage: doublePrecision("area_percentage"),
    note: text("note"),
    reviewerId: text("reviewer_id")
      .notNull()
      .references(() => users.id),
    reviewedAt: time("reviewed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.scanId, table.index] })],
);
