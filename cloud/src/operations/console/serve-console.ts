import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context, Hono } from "hono";
import type { AppEnv } from "../../platform/http/context.ts";
import { fail } from "../../platform/http/replies.ts";
import { PAGE_POLICY } from "../../platform/http/response-headers.ts";

/** The folder of the built web console. */
export const CONSOLE_FOLDER = path.resolve(import.meta.dirname, "../../../console/dist");

/** The element in index.html that receives the provider. */
const SIGN_IN_WITH = '<meta name="sign-in-with" content="" />';

/**
 * Serves the built console under /app/. Addresses without a file extension are pages of the console and get index.html;
 * files under assets/ have a hash in their name and never change. A meta element of the page states whether sign-in
 * with Google is available, so that the sign-in form needs no request.
 */
export function serveConsole(app: Hono<AppEnv>, folder: string, { hasGoogle }: { hasGoogle: boolean }): void {
  app.get("/", (c) => c.redirect("/app/"));
  app.get("/app", (c) => c.redirect("/app/"));
  serveFiles(app, folder, hasGoogle);
  for (const place of ["/", "/app", "/app/*"]) app.all(place, refuseMethod);
}

/** Answers requests that no GET route took: they have another method. */
const refuseMethod = (c: Context<AppEnv>) => {
  c.header("Allow", "GET, HEAD, OPTIONS");
  if (c.req.method === "OPTIONS") return c.body(null, 204);
  return fail(c, "METHOD_NOT_ALLOWED", "This address accepts GET and HEAD.");
};

function serveFiles(app: Hono<AppEnv>, folder: string, hasGoogle: boolean): void {
  const pageFile = path.join(folder, "index.html");
  if (!existsSync(pageFile)) {
    app.get("/app/*", (c) =>
      fail(c, "NOT_FOUND", "The web console is not built: run `npm run set-up` and start again."),
    );
    return;
  }
  const file = serveStatic<AppEnv>({ root: folder, rewriteRequestPath: (place) => place.slice("/app".length) });
  // Without this, Hono would return its context instead of a reply where the file does not exist.
  const noNext = async () => {};
  const page = async (c: Context<AppEnv>) => {
    const html = await readFile(pageFile, "utf8");
    return c.html(hasGoogle ? html.replace(SIGN_IN_WITH, SIGN_IN_WITH.replace('""', '"google"')) : html);
  };
  app.get("/app/*", async (c) => {
    const isPlace = !path.posix.basename(c.req.path).includes(".");
    const reply = await (isPlace ? page(c) : file(c, noNext));
    if (!reply) return fail(c, "NOT_FOUND", "The console has no file at this address.");
    const isForEver = c.req.path.startsWith("/app/assets/");
    reply.headers.set("Cache-Control", isForEver ? "public, max-age=31536000, immutable" : "no-cache");
    reply.headers.set("Content-Security-Policy", PAGE_POLICY);
    return reply;
  });
}
