import { fileURLToPath } from "node:url";
import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { createPackedFiles } from "../../platform/http/packed-files.ts";

const config = createRoute({
  method: "get",
  path: "/v1/docs/reference.js",
  hide: true,
  responses: { 200: { description: "The script of the page", content: { "text/javascript": { schema: z.string() } } } },
});

export const getDocsScript = defineRoute("public", config, () => {
  const file = fileURLToPath(new URL("browser/standalone.js", import.meta.resolve("@scalar/api-reference")));
  const files = createPackedFiles();
  return async (c) => {
    c.header("Cache-Control", "public, max-age=86400");
    return files.send(c, file, "text/javascript; charset=utf-8");
  };
});
