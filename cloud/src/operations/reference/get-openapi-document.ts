import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute, type RouteDefinition } from "../../platform/http/define-route.ts";
import { json } from "../../platform/http/describe.ts";
import { createOpenApiDocument } from "../../platform/http/openapi-document.ts";
import { withExamples } from "./with-examples.ts";

const config = createRoute({
  method: "get",
  path: "/v1/openapi.json",
  operationId: "getOpenApiDocumentV1",
  tags: ["Reference"],
  summary: "Get this document",
  responses: { 200: json(z.looseObject({ openapi: z.string() }), "The OpenAPI 3.1 document") },
});

/** Serves the description of a route table. The table is a function because it contains this route itself. */
export const getOpenApiDocument = (routes: () => readonly RouteDefinition[]) =>
  defineRoute("public", config, () => {
    let document: { openapi: string } | undefined;
    return async (c) => c.json((document ??= withExamples(createOpenApiDocument(routes()))), 200);
  });
