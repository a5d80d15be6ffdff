/** This room adds no parts of its own. */
export type { Needs } from "../inspection/parts.ts";
