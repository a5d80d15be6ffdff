import { existsSync } from "node:fs";
import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import type { AppEnv } from "../http/context.ts";
import { fail } from "../http/replies.ts";
import { PAGE_POLICY } from "../http/response-headers.ts";

/** Where the build of the web console lies. */
export const CONSOLE_FOLDER = path.resolve(import.meta.dirname, "../../console/dist");

/**
 * Serves the built console under /app/. Addresses without a file extension are places inside the console and get its
 * page; files under assets/ carry a hash in their name and never change.
 */
export function serveConsole(app: Hono<AppEnv>, folder: string): void {
  app.get("/", (c) => c.redirect("/app/"));
  app.get("/app", (c) => c.redirect("/app/"));
  if (!existsSync(path.join(folder, "index.html"))) {
    app.get("/app/*", (c) =>
      fail(c, "NOT_FOUND", "The web console is not built: run `npm run set-up` and start again."),
    );
    return;
  }
  const file = serveStatic<AppEnv>({ root: folder, rewriteRequestPath: (place) => place.slice("/app".length) });
  const page = serveStatic<AppEnv>({ root: folder, rewriteRequestPath: () => "/index.html" });
  app.get("/app/*", async (c, next) => {
    const isPlace = !path.posix.basename(c.req.path).includes(".");
    const reply = await (isPlace ? page : file)(c, next);
    if (!reply) return fail(c, "NOT_FOUND", "The console has no such file.");
    const isForEver = c.req.path.startsWith("/app/assets/");
    reply.headers.set("Cache-Control", isForEver ? "public, max-age=31536000, immutable" : "no-cache");
    reply.headers.set("Content-Security-Policy", PAGE_POLICY);
    return reply;
  });
}
