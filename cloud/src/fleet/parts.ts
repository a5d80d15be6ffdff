import type { InspectionParts } from "../inspection/parts.ts";
import type { Watching } from "./watching/watching.ts";

export type FleetParts = InspectionParts & { watching: Watching };

/** The parts that a function declares that it uses. */
export type Needs<Key extends keyof FleetParts> = Pick<FleetParts, Key>;
