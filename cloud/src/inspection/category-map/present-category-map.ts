import type { CategoryMapVersion, NumberedCategoryMap } from "@container-inspection/shared-schemas/category-map";
import type { FoundCategoryMap } from "./category-map-store.ts";

/** A version of the map as the list of versions shows it. */
export function presentVersion({ row, createdBy }: FoundCategoryMap): CategoryMapVersion {
  const { version, note, createdAt } = row;
  return { version, note, createdBy, createdAt: createdAt.toISOString() };
}

/** A version of the map, whole. */
export function presentCategoryMap(found: FoundCategoryMap): NumberedCategoryMap {
  return { ...presentVersion(found), map: found.row.map };
}
