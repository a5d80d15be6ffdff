/** This room adds no parts of its own. */
export type { FleetParts, Needs } from "../fleet/parts.ts";
