// Versions of models and settings, and how they are rolled out to edge devices.
import type {
  ReleaseKind,
  ReleaseManifest,
  RollOut,
  ShadowComparison,
} from "@container-inspection/shared-schemas/releases";
import { bigint, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, updatedAt } from "./columns.ts";
import { edgeDevices } from "./fleet.ts";
import { users } from "./people.ts";

/** Signed versions of models and settings. Their files are in the storage, in pieces under `releases/<id>/`. */
export const releases = pgTable(
  "releases",
  {
    id: text("id").primaryKey(),
    kind: text("kind").$type<ReleaseKind>().notNull(),
    name: text("name").notNull(),
    version: text("version").notNull(),
    manifest: jsonb("manifest").$type<ReleaseManifest>().notNull(),
    /** The public half of the key that signed it, base64. */
    signedBy: text("signed_by").notNull(),
    /** SHA-256 of the whole file. */
    sha256: text("sha256").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    uploadedById: text("uploaded_by_id")
      .notNull()
      .references(() => users.id),
    createdAt,
  },
  (table) => [uniqueIndex("releases_version").on(table.kind, table.name, table.version)],
);

/** Roll-outs of releases to groups of devices. A device's target release follows from all rows that cover it. */
export const rollOuts = pgTable(
  "roll_outs",
  {
    id: text("id").primaryKey(),
    releaseId: text("release_id")
      .notNull()
      .references(() => releases.id),
    /** No constraints: a site or a device that is deleted is in no group any longer. */
    siteIds: jsonb("site_ids").$type<string[]>().notNull(),
    deviceIds: jsonb("device_ids").$type<string[]>().notNull(),
    canaryIds: jsonb("canary_ids").$type<string[]>().notNull(),
    stage: text("stage").$type<RollOut["stage"]>().notNull(),
    state: text("state").$type<RollOut["state"]>().notNull(),
    note: text("note"),
    createdById: text("created_by_id")
      .notNull()
      .references(() => users.id),
    createdAt,
    updatedAt,
  },
  (table) => [index("roll_outs_state").on(table.state, table.id), index("roll_outs_release").on(table.releaseId)],
);

/**
 * Counts that devices reported for a model that ran beside the one in use: the newest counts, which stay.
 */
export const rollOutComparisons = pgTable(
  "roll_out_comparisons",
  {
    rollOutId: text("roll_out_id")
      .notNull()
      .references(() => rollOuts.id),
    deviceId: text("device_id")
      .notNull()
      .references(() => edgeDevices.id, { onDelete: "cascade" }),
    comparison: jsonb("comparison").$type<ShadowComparison>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.rollOutId, table.deviceId] })],
);
