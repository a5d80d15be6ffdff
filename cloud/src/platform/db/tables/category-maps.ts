import type { CategoryMap } from "@container-inspection/shared-schemas";
import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "./columns.ts";
import { users } from "./people.ts";

/** Every map that was ever in force; the one with the greatest version is. Rows are only ever added. */
export const categoryMaps = pgTable("category_maps", {
  version: integer("version").primaryKey(),
  map: jsonb("map").$type<CategoryMap>().notNull(),
  /** Why, in the words of who put it in force. */
  note: text("note"),
  /** Null for the map of the product. */
  createdById: text("created_by_id").references(() => users.id),
  createdAt,
});
