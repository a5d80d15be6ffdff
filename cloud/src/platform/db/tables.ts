// Every table but those in the other files here: tracking-tables.ts holds the partitioned ones, which have no model.
// Times are timestamptz, ids 24 hex characters.
import type {
  CategoryScan,
  ClassSummary,
  ContainerStatus,
  Detection,
  EscalationDecision,
  LegalHold,
  ManifestStatus,
  NumberCheck,
  Role,
  ScanType,
} from "@container-inspection/shared-schemas";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { readTime } from "./read-time.ts";
import { idDrifted } from "./id-range.ts";

/** A time column, to the millisecond: timestamptz, of any year from 1 to 9999. */
export const time = customType<{ data: Date; driverData: string }>({
  dataType: () => "timestamp (3) with time zone",
  toDriver: (moment) => moment.toISOString(),
  fromDriver: readTime,
});
const createdAt = time("created_at").notNull();
const updatedAt = time("updated_at").notNull();

export const users = pgTable("users", {
  id: text("id").primaryKey(),
  /** Lower-case: addresses ignore case. */
  email: text("email").notNull().unique(),
  name: text("name"),
  role: text("role").$type<Role>().notNull(),
  /** argon2id; null for an account that cannot sign in with a password. */
  passwordHash: text("password_hash"),
  /** When the address was last shown to be the person's own; null when never. */
  emailVerifiedAt: time("email_verified_at"),
  disabledAt: time("disabled_at"),
  createdAt,
  updatedAt,
});

/** A token of a session that a newer one has replaced, by its id; it works until its grace ends. */
type ReplacedToken = { id: string; endsAt: string };

/** One sign-in. Only the newest token id counts, and those before it for a short grace each. */
export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    tokenId: text("token_id").notNull(),
    /** Not used any longer; replicas of the release before, which may run during an update, still ask for both. */
    previousTokenId: text("previous_token_id"),
    previousTokenEndsAt: time("previous_token_ends_at"),
    /** Those whose grace may not have ended. */
    replacedTokens: jsonb("replaced_tokens")
      .$type<ReplacedToken[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    createdAt,
    endsAt: time("ends_at").notNull(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

export const manifests = pgTable(
  "manifests",
  {
    id: text("id").primaryKey(),
    containerNumber: text("container_number"),
    /** Upper-case, as containers.number_key. */
    numberKey: text("number_key"),
    billOfLading: text("bill_of_lading"),
    vessel: jsonb("vessel").$type<Record<string, unknown>>(),
    origin: jsonb("origin").$type<Record<string, unknown>>(),
    destination: jsonb("destination").$type<Record<string, unknown>>(),
    shipper: jsonb("shipper").$type<Record<string, unknown>>(),
    consignee: jsonb("consignee").$type<Record<string, unknown>>(),
    declaredGoods: jsonb("declared_goods").$type<Record<string, unknown>[]>(),
    containerType: text("container_type"),
    weight: jsonb("weight").$type<Record<string, unknown>>(),
    status: text("status").$type<ManifestStatus>().notNull(),
    createdById: text("created_by_id")
      .notNull()
      .references(() => users.id),
    version: integer("version").notNull().default(1),
    createdAt,
    updatedAt,
    deletedAt: time("deleted_at"),
  },
  (table) => [
    index("manifests_number").on(table.numberKey),
    index("manifests_number_part").using("gin", sql`number_key gin_trgm_ops`, sql`short_grams(number_key)`),
    index("manifests_bill_part").using(
      "gin",
      sql`bill_of_lading gin_trgm_ops`,
      sql`short_grams(lower(bill_of_lading))`,
    ),
    index("manifests_created_by").on(table.createdById, table.id),
    index("manifests_bill_of_lading").on(table.billOfLading),
    index("manifests_status").on(table.status, table.id),
  ],
);

export const containers = pgTable(
  "containers",
  {
    id: text("id").primaryKey(),
    containerNumber: text("container_number").notNull(),
    /** Upper-case: uniqueness ignores case. */
    numberKey: text("number_key").notNull(),
    numberCheck: text("number_check").$type<NumberCheck>().notNull(),
    sizeType: text("size_type"),
    status: text("status").$type<ContainerStatus>().notNull(),
    ownerId: text("owner_id")
      .notNull()
      .references(() => users.id),
    source: text("source").$type<"edge" | "user">().notNull(),
    manifestId: text("manifest_id")
      .unique()
      .references(() => manifests.id),
    /** The edge category scan with the newest time, kept here as replies show it. */
    categoryScan: jsonb("category_scan").$type<CategoryScan>(),
    /** Time and scan id by which newer category scans replace older ones. */
    categoryScanOrderedAt: time("category_scan_ordered_at"),
    /** While it stands, neither the container nor its pictures are deleted. */
    legalHold: jsonb("legal_hold").$type<LegalHold>(),
    /** The current visit, whose status, manifest and category scan stand above. No constraint: each is made with the other. */
    visitId: text("visit_id").notNull(),
    /** The container that this misread one turned out to be; such a row is deleted too. */
    mergedIntoId: text("merged_into_id"),
    mergedAt: time("merged_at"),
    version: integer("version").notNull().default(1),
    createdAt,
    updatedAt,
    deletedAt: time("deleted_at"),
  },
  (table) => [
    uniqueIndex("containers_number")
      .on(table.numberKey)
      .where(sql`deleted_at is null`),
    index("containers_number_part").using("gin", sql`number_key gin_trgm_ops`, sql`short_grams(number_key)`),
    index("containers_id_drift").on(table.createdAt, table.id).where(idDrifted("created_at")),
    index("containers_owner").on(table.ownerId, table.id),
    index("containers_owner_manifest")
      .on(table.ownerId, table.manifestId)
      .where(sql`manifest_id is not null`),
    index("containers_status").on(table.status, table.id),
    index("containers_merged_number")
      .on(table.numberKey, table.mergedAt)
      .where(sql`merged_into_id is not null`),
    index("containers_merged_into")
      .on(table.mergedIntoId)
      .where(sql`merged_into_id is not null`),
  ],
);

/** One stay of a container. The last four columns tell how a visit before the current one was left; the current one's stand on the container. */
export const visits = pgTable(
  "visits",
  {
    id: text("id").primaryKey(),
    containerId: text("container_id")
      .notNull()
      .references(() => containers.id),
    /** From 1 within the container, in the order in which visits became known. */
    number: integer("number").notNull(),
    openedBy: text("opened_by").$type<"edge" | "user">().notNull(),
    openedById: text("opened_by_id").references(() => users.id),
    /** The time of the first record, or when a person opened it. */
    openedAt: time("opened_at").notNull(),
    /** The time of the last record; null before the first. */
    lastWriteAt: time("last_write_at"),
    /** When it was decided about, and how. */
    closedAt: time("closed_at"),
    decision: text("decision").$type<EscalationDecision>(),
    /** The visit that this one turned out to be a part of: nothing refers to it any more. */
    joinedIntoId: text("joined_into_id"),
    status: text("status").$type<ContainerStatus>(),
    /** No constraint: checking one would lock the manifest, while others hold it and wait for the container. */
    manifestId: text("manifest_id"),
    categoryScan: jsonb("category_scan").$type<CategoryScan>(),
    categoryScanOrderedAt: time("category_scan_ordered_at"),
  },
  (table) => [
    uniqueIndex("visits_number").on(table.containerId, table.number),
    index("visits_manifest").on(table.manifestId),
  ],
);

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
    source: text("source").$type<"edge" | "user">().notNull(),
    status: text("status").$type<"done" | "pending" | "failed">().notNull(),
    detections: jsonb("detections").$type<Detection[]>().notNull(),
    summary: jsonb("summary").$type<ClassSummary[]>().notNull(),
    modelName: text("model_name"),
    modelVersion: text("model_version"),
    inferenceMs: doublePrecision("inference_ms"),
    cameraId: text("camera_id"),
    deviceId: text("device_id"),
    userEmail: text("user_email"),
    /** By the sender's clock. */
    timestamp: time("timestamp").notNull(),
    receivedAt: time("received_at").notNull(),
    clockSuspect: boolean("clock_suspect").notNull().default(false),
    imageKey: text("image_key"),
    imageContentType: text("image_content_type"),
    imageSha256: text("image_sha256"),
    imageOriginalSha256: text("image_original_sha256"),
    imageReduced: boolean("image_reduced").notNull().default(false),
    imageSizeBytes: integer("image_size_bytes"),
    imageWidth: integer("image_width"),
    imageHeight: integer("image_height"),
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
    /** The person who asked for the scan; null for the edge. */
    createdById: text("created_by_id").references(() => users.id),
  },
  (table) => [
    index("scans_container").on(table.containerId, table.id),
    index("scans_pending")
      .on(table.id)
      .where(sql`status = 'pending'`),
    index("scans_kept_pictures")
      .on(table.id)
      .where(sql`image_deleted_at is null and image_key is not null`),
  ],
);

/**
 * The first reply given for an idempotency key: written in the transaction whose effects it reports. Those of scans, evidence and
 * identify are kept for ever, those of heartbeats a day; those of stream events lie beside the events.
 */
export const idempotencyReceipts = pgTable(
  "idempotency_receipts",
  {
    route: text("route").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of the request as compared: image bytes stand in by their own hash. */
    requestSha256: text("request_sha256").notNull(),
    status: smallint("status").notNull(),
    reply: jsonb("reply").$type<Record<string, unknown>>().notNull(),
    createdAt,
  },
  (table) => [primaryKey({ columns: [table.route, table.key] })],
);

/** Work that one process at a time does for all of them: whoever claims its row, until the lease ends. */
export const maintenanceRuns = pgTable("maintenance_runs", {
  name: text("name").primaryKey(),
  startedAt: time("started_at").notNull(),
  /** A process that died leaves its run to others from here on. */
  leaseEndsAt: time("lease_ends_at").notNull(),
  /** Of the last run that came to its end. */
  finishedAt: time("finished_at"),
  /** What that run did, for the metrics of all processes. */
  outcome: jsonb("outcome").$type<Record<string, unknown>>(),
});

/** Counters of rate-limiter-flexible, shared by every process on the database. */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  expire: time("expire"),
});
