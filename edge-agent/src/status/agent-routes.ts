import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import type { Context, Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ManualScans } from "../composition/manual-scans.ts";
import type { NumberReport } from "../stations/container-numbers.ts";
import type { AnnounceResult, NumberTarget } from "../stations/lanes.ts";
import { readAnnouncement } from "../stations/read-announcement.ts";
import type { AgentStatus } from "./agent-status.ts";
import type { readDisk } from "../base/read-disk.ts";
import { isType, problem } from "./requests.ts";

export type AgentRoutesParts = {
  instanceId: string;
  status: () => AgentStatus;
  /** The disk of the data folder. */
  disk: () => ReturnType<typeof readDisk>;
  announce: (target: NumberTarget, reports: readonly NumberReport[]) => AnnounceResult;
  requestScan: (stationId: string) => "requested" | "unknown" | "each-picture";
  learnView: (cameraId: string) => "learning" | "unknown" | "not-checked";
  manualScans: Pick<ManualScans, "scan" | "progress">;
};

const MAX_PICTURE_BYTES = 50_000_000;

/** Status, announcements, requests for scans and manual scans, for the command line, gate systems and the page. */
export function addAgentRoutes(app: Hono, parts: AgentRoutesParts): void {
  const { instanceId, status, disk, manualScans } = parts;
  app.get("/health", (context) => context.json({ status: "ok", instanceId }));
  app.get("/status", async (context) => context.json({ ...status(), disk: (await disk()) ?? null }));

  addStationRoutes(app, limitBody(10_000), parts);
  addCameraRoutes(app, limitBody(10_000), parts);

  app.post("/scans", limitBody(MAX_PICTURE_BYTES), async (context) => {
    if (!isType(context.req.header("content-type"), "application/octet-stream")) {
      return context.json(problem("send a picture file with Content-Type: application/octet-stream"), 415);
    }
    const { container, model, camera = "command-line" } = context.req.query();
    const number = container === undefined ? undefined : parseContainerNumber(container);
    if (container !== undefined && !number) return context.json(problem("?container= is not a container number"), 400);
    const bytes = new Uint8Array(await context.req.arrayBuffer());
    return context.json(await manualScans.scan({ bytes, containerNumber: number?.text, model, cameraId: camera }));
  });

  app.get("/scans/:id", (context) => {
    const progress = manualScans.progress(context.req.param("id"));
    return progress ? context.json(progress) : context.json(problem("unknown scan"), 404);
  });
}

/** Refuses larger bodies with 413. */
export const limitBody = (maxSize: number): MiddlewareHandler =>
  bodyLimit({
    maxSize,
    onError: (context) => context.json(problem(`the body is larger than ${maxSize} bytes`), 413),
  });

/** HTTP statuses by the reason why an announcement is refused. */
const refusals = { unknown: 404, invalid: 400, fixed: 409, contradictory: 409 } as const;

/** Announcements of containers, and requests for a scan. */
function addStationRoutes(
  app: Hono,
  limit: MiddlewareHandler,
  { announce, requestScan }: Pick<AgentRoutesParts, "announce" | "requestScan">,
): void {
  const takeNumbers = async (context: Context, target: NumberTarget) => {
    if (!isType(context.req.header("content-type"), "application/json")) {
      return context.json(problem("send JSON with Content-Type: application/json"), 415);
    }
    const read = readAnnouncement(await context.req.json().catch(() => undefined), "http");
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

function addCameraRoutes(
  app: Hono,
  limit: MiddlewareHandler,
  { learnView }: Pick<AgentRoutesParts, "learnView">,
): void {
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
