/** This folder adds no further parts. */
export type { FleetParts, Needs } from "../fleet/parts.ts";
