// Columns that several tables have. Times are timestamptz, ids 24 hexadecimal characters.
import type { Detection } from "@container-inspection/shared-schemas/scans";
import { bigint, boolean, customType, doublePrecision, integer, jsonb, text } from "drizzle-orm/pg-core";
import { readTime } from "../read-time.ts";

/** A time column, to the millisecond: timestamptz, of any year from 1 to 9999. */
export const time = customType<{ data: Date; driverData: string }>({
  dataType: () => "timestamp (3) with time zone",
  toDriver: (moment) => moment.toISOString(),
  fromDriver: readTime,
});
export const createdAt = time("created_at").notNull();
export const updatedAt = time("updated_at").notNull();

/**
 * Columns of a scan or a piece of evidence: who recorded it, when, and the findings of a model in it.
 */
export const recordColumns = {
  source: text("source").$type<"edge" | "user">().notNull(),
  detections: jsonb("detections").$type<Detection[]>().notNull(),
  modelName: text("model_name"),
  modelVersion: text("model_version"),
  inferenceMs: doublePrecision("inference_ms"),
  cameraId: text("camera_id"),
  deviceId: text("device_id"),
  /** User's address, as the device sent it. */
  userEmail: text("user_email"),
  /** Time of the record by the sender's clock. */
  timestamp: time("timestamp").notNull(),
  receivedAt: time("received_at").notNull(),
  clockSuspect: boolean("clock_suspect").notNull().default(false),
  /** The passage of its vehicle through a gate lane, as its device sent it; null if another device has that name. */
  passageId: text("passage_id"),
  passagePosition: text("passage_position"),
  /** The hash chain of the sender's outbox, as sent. */
  sequence: bigint("sequence", { mode: "number" }),
  previousSha256: text("previous_sha256"),
  recordSha256: text("record_sha256"),
};

/** The pictures of a scan or of evidence, but the image itself, which only evidence must have. */
export const pictureColumns = {
  imageReduced: boolean("image_reduced").notNull().default(false),
  visualizationKey: text("visualization_key"),
  visualizationContentType: text("visualization_content_type"),
  visualizationSha256: text("visualization_sha256"),
  visualizationSizeBytes: integer("visualization_size_bytes"),
  /**
   * Time at which the pictures were deleted, at the end of their retention or at a request; their hashes stay.
   */
  imageDeletedAt: time("image_deleted_at"),
};
