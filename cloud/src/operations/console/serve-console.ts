import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context, Hono } from "hono";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import type { AppEnv } from "../../platform/http/context.ts";
import { createPackedFiles } from "../../platform/http/packed-files.ts";
import { fail } from "../../platform/http/replies.ts";
import { PAGE_POLICY } from "../../platform/http/response-headers.ts";

/** The folder of the built web console. */
export const CONSOLE_FOLDER = path.resolve(import.meta.dirname, "../../../console/dist");

/** The element in index.html that receives the provider. */
const SIGN_IN_WITH = '<meta name="sign-in-with" content="" />';
/** The files of a build that are worth compressing. */
const TEXTS: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};
/** A file with a hash in its name. */
const ASSET = /^\/app\/assets\/([\w.-]+?(\.\w+))$/;

/** Facts that the page reports to its script. */
type PageFacts = {
  hasGoogle: boolean;
  /** The id of the newest live event; undefined without one. */
  newestEvent: () => string | undefined;
};

/**
 * Serves the built console under /app/. Addresses without a file extension are pages of the console and get index.html;
 * files under assets/ have a hash in their name and never change. Meta elements of the page state whether sign-in
 * with Google is available, so that the sign-in form needs no request, and the newest live event (`events-after`): a
 * stream that continues after it misses nothing that the page reads, so it needs no reset.
 */
export function serveConsole(app: Hono<AppEnv>, folder: string, facts: PageFacts): void {
  app.get("/", (c) => c.redirect("/app/"));
  app.get("/app", (c) => c.redirect("/app/"));
  serveFiles(app, folder, facts);
  for (const place of ["/", "/app", "/app/*"]) app.all(place, refuseMethod);
}

/** Answers requests that no GET route took: they have another method. */
const refuseMethod = (c: Context<AppEnv>) => {
  c.header("Allow", "GET, HEAD, OPTIONS");
  if (c.req.method === "OPTIONS") return c.body(null, 204);
  return fail(c, "METHOD_NOT_ALLOWED", "This address accepts GET and HEAD.");
};

function serveFiles(app: Hono<AppEnv>, folder: string, { hasGoogle, newestEvent }: PageFacts): void {
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
  const packed = createPackedFiles();
  const page = async (c: Context<AppEnv>) => {
    // Before the page and all that it will read.
    const position = `<meta name="events-after" content="${newestEvent() ?? ""}" />`;
    const html = (await readFile(pageFile, "utf8")).replace("</head>", `${position}</head>`);
    return c.html(hasGoogle ? html.replace(SIGN_IN_WITH, SIGN_IN_WITH.replace('""', '"google"')) : html);
  };
  const asset = (c: Context<AppEnv>) => {
    const [, name, extension] = ASSET.exec(c.req.path) ?? [];
    const type = TEXTS[extension ?? ""];
    const found = name === undefined ? undefined : pathInside(folder, "assets", name);
    if (found === undefined || type === undefined || c.req.header("Range") || !existsSync(found)) return undefined;
    return packed.send(c, found, type);
  };
  app.get("/app/*", async (c) => {
    const isPlace = !path.posix.basename(c.req.path).includes(".");
    const reply = await (isPlace ? page(c) : (asset(c) ?? file(c, noNext)));
    if (!reply) return fail(c, "NOT_FOUND", "The console has no file at this address.");
    const isForEver = c.req.path.startsWith("/app/assets/");
    reply.headers.set("Cache-Control", isForEver ? "public, max-age=31536000, immutable" : "no-cache");
    reply.headers.set("Content-Security-Policy", PAGE_POLICY);
    return reply;
  });
}
