import type { RouteDefinition } from "../platform/http/define-route.ts";
import { getHealth } from "./health/get-health.ts";
import { getReadiness } from "./health/get-readiness.ts";
import { getMetrics } from "./health/get-metrics.ts";
import { getOpenApiDocument } from "./reference/get-openapi-document.ts";
import { getDocs } from "./reference/get-docs.ts";
import { getDocsScript } from "./reference/get-docs-script.ts";
import type { FleetParts } from "./parts.ts";

/**
 * Routes for monitoring, and for readers of the API. `all` is the whole table, which the OpenAPI document describes.
 */
export const operationsRoutes = (all: () => readonly RouteDefinition[]): readonly RouteDefinition<FleetParts>[] => [
  getHealth,
  getReadiness,
  getMetrics,
  getOpenApiDocument(all),
  getDocs,
  getDocsScript,
];
