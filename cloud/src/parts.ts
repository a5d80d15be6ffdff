import type { FleetParts } from "./fleet/parts.ts";

/**
 * Everything the service is built from: created once by main.ts or by a test, and handed in. Only app.ts and main.ts
 * know all of it.
 */
export type Parts = FleetParts;
