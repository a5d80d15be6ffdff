import type { FleetParts } from "./fleet/parts.ts";
import type { DeliveryParts } from "./intake/parts.ts";

/**
 * Everything the service is built from: created once by main.ts or by a test, and handed in. Only app.ts and main.ts
 * know all of it.
 */
export type Parts = FleetParts;

/** What routes may use: the parts, and the app itself. */
export type AppParts = Parts & DeliveryParts;
