import { categoryMap, type CategoryMap } from "@container-inspection/shared-schemas";
import bundled from "./bundled-map.json" with { type: "json" };

/** The map that comes with the product: version 1 of every database. */
export const bundledMap: CategoryMap = categoryMap.parse(bundled);
