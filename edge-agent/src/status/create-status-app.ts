import { parseContainerNumber } from "@container-inspection/shared-schemas";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Logger } from "../logger.ts";
import { type ManualScans, ScanRefusedError } from "../manual-scans.ts";
import { PictureError } from "../decode-picture.ts";
import type { NumberReport } from "../stations/container-numbers.ts";
import type { AnnounceResult, NumberTarget } from "../stations/lanes.ts";
import { readAnnouncement } from "../stations/read-announcement.ts";
import type { AgentStatus } from "./agent-status.ts";

export type StatusAppParts = {
  instanceId: string;
  status: () => AgentStatus;
  announce: (target: NumberTarget, reports: readonly NumberReport[]) => AnnounceResult;
  requestScan: (stationId: string) => "requested" | "unknown" | "each-picture";
  learnView: (cameraId: string) => "learning" | "unknown" | "not-checked";
  manualScans: Pick<ManualScans, "scan" | "progress">;
  logger: Logger;
};

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;
const MAX_PICTURE_BYTES = 50_000_000;

/**
 * The agent's own HTTP interface, for people and programs on the same machine. A page in a browser that points a name
 * of its own at this address is refused by the Host header, and cannot write across origins by the content types asked
 * for.
 */
export function createStatusApp({
  instanceId,
  status,
  announce,
  requestScan,
  learnView,
  manualScans,
  logger,
}: StatusAppParts): Hono {
  const app = new Hono();
  const limit = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: (context) => context.json(problem(`the body is larger than ${maxSize} bytes`), 413),
    });

  app.use(async (context, next) => {
    const host = context.req.header("host") ?? "";
    if (!LOOPBACK.test(host)) return context.json(problem(`"${host}" is not an address of this machine`), 403);
    return next();
  });

  app.get("/health", (context) => context.json({ status: "ok", instanceId }));
  app.get("/status", (context) => context.json(status()));

  addStationRoutes(app, limit(10_000), { announce, requestScan });
  addCameraRoutes(app, limit(10_000), { learnView });

  app.post("/scans", limit(MAX_PICTURE_BYTES), async (context) => {
    if (!isType(context.req.header("content-type"), "application/octet-stream")) {
      return context.json(problem("send a picture file with Content-Type: application/octet-stream"), 415);
    }
    const { container = "", model, camera = "command-line" } = context.req.query();
    const number = parseContainerNumber(container);
    if (!number) return context.json(problem("?container= is not a container number"), 400);
    const bytes = new Uint8Array(await context.req.arrayBuffer());
    return context.json(await manualScans.scan({ bytes, containerNumber: number.text, model, cameraId: camera }));
  });

  app.get("/scans/:id", (context) => {
    const progress = manualScans.progress(context.req.param("id"));
    return progress ? context.json(progress) : context.json(problem("unknown scan"), 404);
  });

  app.notFound((context) => context.json(problem("not found; see /status"), 404));
  app.onError((error, context) => {
    if (error instanceof PictureError || error instanceof ScanRefusedError) {
      return context.json(problem(error.message), 422);
    }
    logger.error({ err: error }, "status request failed");
    return context.json(problem("internal error of the agent; see its log"), 500);
  });
  return app;
}

/** Why an announcement is refused, as a status. */
const refusals = { unknown: 404, invalid: 400, fixed: 409 } as const;

const problem = (message: string) => ({ error: { message } });

/** Announcements of containers, and requests for a scan. */
function addStationRoutes(
  app: Hono,
  limit: MiddlewareHandler,
  { announce, requestScan }: Pick<StatusAppParts, "announce" | "requestScan">,
): void {
  const takeNumbers = async (context: Context, target: NumberTarget) => {
    if (!isType(context.req.header("content-type"), "application/json")) {
      return context.json(problem("send JSON with Content-Type: application/json"), 415);
    }
    const read = readAnnouncement(await context.req.json().catch(() => undefined));
    if (!read.ok) return context.json(problem(read.message), 400);
    const result = announce(target, read.reports);
    if (!result.ok) return context.json(problem(result.message), refusals[result.reason]);
    const place = "lane" in target ? { laneId: target.lane } : { stationId: target.station };
    return context.json({ ...place, ...read.echo });
  };
  app.post("/stations/:id/container", limit, (context) => takeNumbers(context, { station: context.req.param("id") }));
  app.post("/lanes/:id/container", limit, (context) => takeNumbers(context, { lane: context.req.param("id") }));

  app.post("/stations/:id/scan", limit, (context) => {
    if (!isType(context.req.header("content-type"), "application/json")) {
      return context.json(problem("send JSON with Content-Type: application/json"), 415);
    }
    const stationId = context.req.param("id");
    const result = requestScan(stationId);
    if (result === "unknown") return context.json(problem(`unknown station "${stationId}"`), 404);
    if (result === "requested") return context.json({ stationId }, 202);
    return context.json(problem(`station ${stationId} scans each picture; put one into its folder`), 409);
  });
}

function addCameraRoutes(app: Hono, limit: MiddlewareHandler, { learnView }: Pick<StatusAppParts, "learnView">): void {
  app.post("/cameras/:id/learn", limit, (context) => {
    if (!isType(context.req.header("content-type"), "application/json")) {
      return context.json(problem("send JSON with Content-Type: application/json"), 415);
    }
    const cameraId = context.req.param("id");
    const result = learnView(cameraId);
    if (result === "unknown") return context.json(problem(`unknown camera "${cameraId}"`), 404);
    if (result === "learning") return context.json({ cameraId }, 202);
    return context.json(
      problem(`the pictures of camera ${cameraId} are not checked, so it has no reference picture`),
      409,
    );
  });
}

function isType(header: string | undefined, type: string): boolean {
  return header?.split(";")[0]?.trim().toLowerCase() === type;
}
