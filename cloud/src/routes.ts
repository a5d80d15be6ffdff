import type { RouteDefinition } from "./platform/http/define-route.ts";
import type { AppParts } from "./parts.ts";
import { operationsRoutes } from "./operations/routes.ts";
import { peopleRoutes } from "./people/routes.ts";
import { noticesRoutes } from "./notices/routes.ts";
import { inspectionRoutes } from "./inspection/routes.ts";
import { journalRoutes } from "./journal/routes.ts";
import { intakeRoutes } from "./intake/routes.ts";
import { fleetRoutes } from "./fleet/routes.ts";

/** The whole surface, room by room. No path of one room fits a request of another. */
export const routes: readonly RouteDefinition<AppParts>[] = [
  ...operationsRoutes(() => routes),
  ...peopleRoutes,
  ...noticesRoutes,
  ...inspectionRoutes,
  ...journalRoutes,
  ...intakeRoutes,
  ...fleetRoutes,
];
