import type { ManifestStatus } from "@container-inspection/shared-schemas/manifests";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, time, updatedAt } from "./columns.ts";
import { users } from "./people.ts";

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
    index("manifests_goods_part").using(
      "gin",
      sql`(jsonb_path_query_array(declared_goods, '$[*].description')::text) gin_trgm_ops`,
      sql`short_grams("left"(lower(jsonb_path_query_array(declared_goods, '$[*].description')::text), 1000))`,
    ),
    index("manifests_created_by").on(table.createdById, table.id),
    index("manifests_bill_of_lading").on(table.billOfLading),
    index("manifests_status").on(table.status, table.id),
  ],
);

/** Versions of manifests that something was matched with; a version never changes. */
export const manifestVersions = pgTable(
  "manifest_versions",
  {
    manifestId: text("manifest_id")
      .notNull()
      .references(() => manifests.id),
    version: integer("version").notNull(),
    /** SHA-256 of the content as JSON with sorted keys. */
    sha256: text("sha256").notNull(),
    content: jsonb("content").$type<Record<string, unknown>>().notNull(),
    createdAt,
  },
  (table) => [primaryKey({ columns: [table.manifestId, table.version] })],
);
