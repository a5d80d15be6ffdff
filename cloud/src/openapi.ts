import { routes } from "./routes.ts";
import { createOpenApiDocument } from "./platform/http/openapi-document.ts";

/** The OpenAPI document of the whole service, for generators. */
export const openApiDocument = createOpenApiDocument(routes);
