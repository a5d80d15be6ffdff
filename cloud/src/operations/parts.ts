/** This room adds no parts of its own. */
export type { InspectionParts, Needs } from "../inspection/parts.ts";
