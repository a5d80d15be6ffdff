import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { PAGE_POLICY } from "../../platform/http/response-headers.ts";

/** No fonts, telemetry, agents or proxies: the page asks this host only. */
const CONFIGURATION = JSON.stringify({
  url: "/v1/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  documentDownloadType: "json",
});

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Container Inspection Service: API reference</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <script id="api-reference" data-configuration='${CONFIGURATION}'></script>
    <script src="/v1/docs/reference.js"></script>
  </body>
</html>
`;

const config = createRoute({
  method: "get",
  path: "/v1/docs",
  operationId: "getDocsV1",
  tags: ["Reference"],
  summary: "Get the reference page of this document",
  responses: { 200: { description: "A web page", content: { "text/html": { schema: z.string() } } } },
});

export const getDocs = defineRoute("public", config, () => async (c) => {
  c.header("Content-Security-Policy", PAGE_POLICY);
  return c.html(PAGE);
});
