import type { NumberCheck } from "@container-inspection/shared-schemas/container-number";
import type { ContainerStatus, LegalHold, NumberConfirmation } from "@container-inspection/shared-schemas/containers";
import type { EscalationDecision } from "@container-inspection/shared-schemas/escalations";
import type { MatchLane } from "@container-inspection/shared-schemas/manifest-match";
import type { CategoryScan } from "@container-inspection/shared-schemas/scans";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { idDrifted } from "../id-range.ts";
import { createdAt, time, updatedAt } from "./columns.ts";
import { manifests } from "./manifests.ts";
import { users } from "./people.ts";

export const containers = pgTable(
  "containers",
  {
    id: text("id").primaryKey(),
    containerNumber: text("container_number").notNull(),
    /** Upper-case: uniqueness ignores case. */
    numberKey: text("number_key").notNull(),
    /** Keys of the numbers that it had before: a scan of one finds it while it must not leave. */
    formerNumberKeys: text("former_number_keys").array().notNull().default([]),
    numberCheck: text("number_check").$type<NumberCheck>().notNull(),
    /** Confirmation of the number with the key in it; it does not confirm another number. */
    numberConfirmation: jsonb("number_confirmation").$type<NumberConfirmation & { numberKey: string }>(),
    sizeType: text("size_type"),
    /** Time of the record in which it was read; null if a user stated it. */
    sizeTypeReadAt: time("size_type_read_at"),
    status: text("status").$type<ContainerStatus>().notNull(),
    ownerId: text("owner_id")
      .notNull()
      .references(() => users.id),
    source: text("source").$type<"edge" | "user">().notNull(),
    manifestId: text("manifest_id")
      .unique()
      .references(() => manifests.id),
    /** Manifests that were attached beside the first one, in this order: house bills of a consolidated container. */
    furtherManifestIds: text("further_manifest_ids").array().notNull().default([]),
    /** The edge category scan with the newest time, kept here as replies show it. */
    categoryScan: jsonb("category_scan").$type<CategoryScan>(),
    /** Time and scan id by which newer category scans replace older ones. */
    categoryScanOrderedAt: time("category_scan_ordered_at"),
    /** Legal hold; while it is in force, neither the container nor its pictures are deleted. */
    legalHold: jsonb("legal_hold").$type<LegalHold>(),
    /**
     * The current visit, whose status, manifest and category scan are in the columns above. No constraint: container
     * and visit are created together.
     */
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
    index("containers_former_number")
      .using("gin", table.formerNumberKeys)
      .where(sql`former_number_keys <> '{}'`),
    index("containers_number_part").using("gin", sql`number_key gin_trgm_ops`, sql`short_grams(number_key)`),
    index("containers_id_drift").on(table.createdAt, table.id).where(idDrifted("created_at")),
    index("containers_owner").on(table.ownerId, table.id),
    index("containers_owner_manifest")
      .on(table.ownerId, table.manifestId)
      .where(sql`manifest_id is not null`),
    index("containers_further_manifests")
      .using("gin", table.furtherManifestIds)
      .where(sql`further_manifest_ids <> '{}'`),
    index("containers_owner_further_manifests")
      .on(table.ownerId)
      .where(sql`further_manifest_ids <> '{}'`),
    // By it, lists by activity go from visits to containers: without it the planner joins all of both.
    index("containers_visit").on(table.visitId),
    index("containers_status").on(table.status, table.id),
    index("containers_size_type").on(table.sizeType, table.id),
    index("containers_merged_number")
      .on(table.numberKey, table.mergedAt)
      .where(sql`merged_into_id is not null`),
    index("containers_merged_into")
      .on(table.mergedIntoId)
      .where(sql`merged_into_id is not null`),
  ],
);

/**
 * One stay of a container. The columns from `status` on hold the final state of a visit before the current one; those
 * of the current one are on the container.
 */
export const visits = pgTable(
  "visits",
  {
    id: text("id").primaryKey(),
    containerId: text("container_id")
      .notNull()
      .references(() => containers.id),
    /** Number within the container, from 1, in the order in which visits became known. */
    number: integer("number").notNull(),
    openedBy: text("opened_by").$type<"edge" | "user">().notNull(),
    openedById: text("opened_by_id").references(() => users.id),
    /** The time of the first record, or when a person opened it. */
    openedAt: time("opened_at").notNull(),
    /** The time of the last record; null before the first. */
    lastWriteAt: time("last_write_at"),
    /** Time of the decision about the visit; `decision` is its outcome. */
    closedAt: time("closed_at"),
    decision: text("decision").$type<EscalationDecision>(),
    /** The visit that this one turned out to be a part of: nothing refers to it any longer. */
    joinedIntoId: text("joined_into_id"),
    /** The lane of all its pictures and papers; null while nothing was judged. `keepLane` alone writes it. */
    lane: text("lane").$type<MatchLane>(),
    /** Time since which it has this lane. */
    laneSince: time("lane_since"),
    status: text("status").$type<ContainerStatus>(),
    /** No constraint: checking one would lock the manifest, while others hold it and wait for the container. */
    manifestId: text("manifest_id"),
    furtherManifestIds: text("further_manifest_ids").array().notNull().default([]),
    categoryScan: jsonb("category_scan").$type<CategoryScan>(),
    categoryScanOrderedAt: time("category_scan_ordered_at"),
  },
  (table) => [
    uniqueIndex("visits_number").on(table.containerId, table.number),
    index("visits_manifest").on(table.manifestId),
    index("visits_opened").on(table.openedAt),
    index("visits_activity")
      .on(sql`coalesce(last_write_at, opened_at)`, table.containerId)
      .where(sql`joined_into_id is null`),
    index("visits_lane")
      .on(table.lane, sql`coalesce(last_write_at, opened_at)`, table.containerId)
      .where(sql`joined_into_id is null`),
    // The current visit of a container has no status of its own.
    index("visits_lane_since")
      .on(table.lane, table.laneSince, table.containerId)
      .where(sql`status is null and closed_at is null and joined_into_id is null`),
    index("visits_further_manifests")
      .using("gin", table.furtherManifestIds)
      .where(sql`further_manifest_ids <> '{}'`),
  ],
);
