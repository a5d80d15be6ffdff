import type { CategoryMap } from "@container-inspection/shared-schemas/category-map";
import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "./columns.ts";
import { users } from "./people.ts";

/** Every map that was ever active; the greatest version is the active one. Rows are only ever added. */
export const categoryMaps = pgTable("category_maps", {
  version: integer("version").primaryKey(),
  map: jsonb("map").$type<CategoryMap>().notNull(),
  /** The reason, as the user who activated it wrote it. */
  note: text("note"),
  /** Null for the map that the release contains. */
  createdById: text("created_by_id").references(() => users.id),
  createdAt,
});
