import type { Context, Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { z } from "zod";
import type { CloudCheck } from "../forwarding/link/check-cloud.ts";
import { isLogLevel, type LogBook } from "../base/log-book.ts";
import { limitBody } from "../status/agent-routes.ts";
import { isType, problem } from "../status/requests.ts";
import { readPageFiles } from "./page-files.ts";
import type { PagePictures } from "./page-pictures.ts";
import type { TestPictureResult } from "./take-test-picture.ts";
import { addZoneRoutes, type ZoneRoutesParts } from "./zone-routes.ts";

export type PageRoutesParts = ZoneRoutesParts & {
  /** Ids of the cameras that the agent has opened. */
  cameraIds: readonly string[];
  pictures: PagePictures;
  takeTestPicture: (request: {
    cameraId: string;
    model: string | undefined;
    signal: AbortSignal;
  }) => Promise<TestPictureResult>;
  testCloud: () => Promise<CloudCheck>;
  logBook: LogBook;
};

const MAX_BODY_BYTES = 200_000;

/** Adds the technician's page and its API routes to the agent's other routes. */
export function addPageRoutes(app: Hono, parts: PageRoutesParts, { isRemote }: { isRemote: boolean }): void {
  addFiles(app);
  app.get("/setup", (context) => context.json({ ...describeSetup(parts), isRemote }));
  app.get("/log", (context) => {
    const { after = "0", level = "info" } = context.req.query();
    if (!isLogLevel(level)) return context.json(problem("?level= must be debug, info, warn or error"), 400);
    return context.json({ lines: parts.logBook.read({ afterId: Number(after) || 0, level }) });
  });
  app.post("/cloud/test", limitBody(MAX_BODY_BYTES), async (context) =>
    isJson(context) ? context.json(await parts.testCloud()) : context.json(notJson, 415),
  );
  addPictureRoutes(app, parts);
  addZoneRoutes(app, parts);
}

const notJson = problem("send JSON with Content-Type: application/json");
const isJson = (context: Context) => isType(context.req.header("content-type"), "application/json");

function addPictureRoutes(app: Hono, { config, cameraIds, pictures, takeTestPicture }: PageRoutesParts): void {
  const isOpen = (id: string) => cameraIds.includes(id);
  app.get("/cameras/:id/picture", async (context) => {
    const id = context.req.param("id");
    if (!isOpen(id)) return context.json(problem(`unknown camera "${id}"`), 404);
    const found = await pictures.next(id, context.req.query("known") ?? "", context.req.raw.signal);
    context.header("cache-control", "no-store");
    if (!found) return context.json({ picture: null });
    return context.json({ picture: { ...found, jpeg: found.jpeg.toString("base64") } });
  });
  const testRequest = z.strictObject({ model: z.string().optional() });
  app.post("/cameras/:id/test", limitBody(MAX_BODY_BYTES), async (context) => {
    if (!isJson(context)) return context.json(notJson, 415);
    const cameraId = context.req.param("id");
    if (!isOpen(cameraId)) return context.json(problem(`unknown camera "${cameraId}"`), 404);
    const body = testRequest.safeParse(await context.req.json().catch(() => undefined));
    if (!body.success) return context.json(problem('the body must be such as {"model":"category"} or {}'), 400);
    const { model } = body.data;
    if (model !== undefined && !config.models.has(model)) {
      return context.json(problem(`unknown model "${model}"`), 404);
    }
    const result = await takeTestPicture({ cameraId, model, signal: context.req.raw.signal });
    return result.ok ? context.json(result.picture) : context.json(problem(result.message), 422);
  });
}

/** Facts about the running configuration that the page shows. */
export type Setup = ReturnType<typeof describeSetup> & {
  /** The page was opened with its password. */
  isRemote: boolean;
};

function describeSetup({ config, cameraIds }: PageRoutesParts) {
  return {
    deviceId: config.device.id,
    configFile: config.file,
    cameras: cameraIds,
    models: [...config.models.keys()],
    stations: config.stations.map(({ id, camera, model, scanType, alsoScan, lane, container }) => ({
      id,
      camera,
      model,
      scanType,
      alsoScan,
      lane,
      isNumberFixed: container.kind === "fixed",
    })),
  };
}

/** The page's files are not secret: they contain nothing of this device. */
function addFiles(app: Hono): void {
  const { files, importMapHash } = readPageFiles();
  const headers = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", `'${importMapHash}'`],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:"],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
    // With it, a browser would refuse the certificate that the agent signed itself, without a way around.
    strictTransportSecurity: false,
  });
  const send = async (context: Context, name: string) => {
    const file = files.get(name);
    if (!file) return context.notFound();
    return context.body(await file.read(), 200, { "content-type": file.type, "cache-control": "no-cache" });
  };
  app.get("/", headers, (context) => send(context, "index.html"));
  app.get("/assets/:name", headers, (context) => send(context, context.req.param("name")));
}
