import type { PeopleParts } from "../people/parts.ts";
import type { CategoryMaps } from "./category-map/category-maps.ts";

export type InspectionParts = PeopleParts & { categoryMaps: CategoryMaps };

/** The parts that a function declares that it uses. */
export type Needs<Key extends keyof InspectionParts> = Pick<InspectionParts, Key>;
