import { readFile } from "node:fs/promises";
import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";

const config = createRoute({
  method: "get",
  path: "/v1/docs/reference.js",
  hide: true,
  responses: { 200: { description: "The script of the page", content: { "text/javascript": { schema: z.string() } } } },
});

export const getDocsScript = defineRoute("public", config, () => {
  const file = new URL("browser/standalone.js", import.meta.resolve("@scalar/api-reference"));
  return async (c) => {
    c.header("Cache-Control", "public, max-age=86400");
    return c.body(await readFile(file, "utf8"), 200, { "Content-Type": "text/javascript; charset=utf-8" });
  };
});
