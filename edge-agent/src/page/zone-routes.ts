import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Context, Hono } from "hono";
import { z } from "zod";
import { type AgentConfig, readConfig, readConfigText } from "../config/config.ts";
import type { Logger } from "../base/logger.ts";
import { limitBody } from "../status/agent-routes.ts";
import { isType, problem } from "../status/requests.ts";
import { pageZonesFile, type Zones, zones } from "../config/page-zones.ts";
import { describeProblems, saveZones, zonesOf } from "./edit-zones.ts";

export type ZoneRoutesParts = {
  /** The configuration that runs. */
  config: AgentConfig;
  environment: Record<string, string | undefined>;
  /** Ends the agent and starts it again with the configuration file as it is then. */
  requestRestart: () => void;
  logger: Logger;
};

/** The zones of a camera, and the file where the page saves them; `isInEffect`: the agent runs with them. */
export type FileZones = Zones & {
  hasStation: boolean;
  file: string;
  version: string;
  isInEffect: boolean;
  /** Reason why they cannot be changed on the page; null if they can. */
  problem: string | null;
};

const MAX_BODY_BYTES = 500_000;
/** The reply is sent before the server closes. */
const RESTART_DELAY_MS = 200;

const saveRequest = zones.extend({ version: z.string() });

/** Zones of cameras, saved in the data folder, and the restart that puts them into effect. */
export function addZoneRoutes(app: Hono, parts: ZoneRoutesParts): void {
  const { config, environment, requestRestart, logger } = parts;
  app.get("/cameras/:id/zones", async (context) => {
    const found = await readFileZones(context.req.param("id"), parts);
    return found.ok ? context.json(found.zones) : context.json(problem(found.message), found.status);
  });

  // One after the other: each save reads the file, checks it and replaces it.
  let last: Promise<unknown> = Promise.resolve();
  app.post("/cameras/:id/zones", limitBody(MAX_BODY_BYTES), async (context) => {
    if (!isJson(context)) return context.json(notJson, 415);
    const body = saveRequest.safeParse(await context.req.json().catch(() => undefined));
    if (!body.success) return context.json(problem("the zones are not lists of polygons with corners 0 to 1"), 400);
    const cameraId = context.req.param("id");
    const saving = last.then(() => save(cameraId, body.data, parts));
    last = saving.catch(() => undefined);
    const saved = await saving;
    return saved.ok ? context.json(saved.zones) : context.json(problem(saved.message), saved.status);
  });

  app.post("/restart", limitBody(MAX_BODY_BYTES), async (context) => {
    if (!isJson(context)) return context.json(notJson, 415);
    const reading = await readConfig(config.file, environment);
    if (!reading.ok) return context.json(problem(describeProblems(config.file, reading.problems)), 409);
    logger.info({}, "restart requested on the technician's page");
    setTimeout(requestRestart, RESTART_DELAY_MS);
    return context.json({}, 202);
  });
}

const notJson = problem("send JSON with Content-Type: application/json");
const isJson = (context: Context) => isType(context.req.header("content-type"), "application/json");

type Found = { ok: true; zones: FileZones } | { ok: false; status: 404 | 409 | 422; message: string };

async function readFileZones(cameraId: string, { config, environment }: ZoneRoutesParts): Promise<Found> {
  const running = zonesOf(config, cameraId);
  if (!running) return { ok: false, status: 404, message: `unknown camera "${cameraId}"` };
  const file = pageZonesFile(config.dataDir);
  const { text, version } = await readVersion(config).catch(() => ({ text: undefined, version: "" }));
  const unreadable = (message: string): Found => {
    return { ok: true, zones: { ...running, file, version, isInEffect: true, problem: message } };
  };
  if (text === undefined) return unreadable(`the agent cannot read ${config.file}`);
  const reading = await readConfigText(text, config.file, environment);
  if (!reading.ok) return unreadable(describeProblems(config.file, reading.problems));
  const saved = zonesOf(reading.config, cameraId);
  if (!saved) return unreadable(`${config.file} no longer contains camera "${cameraId}"`);
  const isInEffect = isDeepStrictEqual(saved, running);
  return { ok: true, zones: { ...saved, file, version, isInEffect, problem: null } };
}

/** The text of the configuration file, and a name of it together with the zones that are laid over it. */
async function readVersion({ file, dataDir }: AgentConfig): Promise<{ text: string; version: string }> {
  const text = await readFile(file, "utf8");
  const saved = await readFile(pageZonesFile(dataDir), "utf8").catch(() => "");
  return { text, version: createHash("sha256").update(`${text}\0${saved}`).digest("hex").slice(0, 16) };
}

async function save(
  cameraId: string,
  { version, ...wanted }: z.output<typeof saveRequest>,
  parts: ZoneRoutesParts,
): Promise<Found> {
  const { config, environment, logger } = parts;
  const { file } = config;
  if (!zonesOf(config, cameraId)) return { ok: false, status: 404, message: `unknown camera "${cameraId}"` };
  const current = await readVersion(config).catch(() => undefined);
  if (!current) return { ok: false, status: 422, message: `the agent cannot read ${file}` };
  if (current.version !== version) {
    const message =
      "the configuration or its zones have been changed meanwhile: load the zones again, then change them";
    return { ok: false, status: 409, message };
  }
  const edit = await saveZones({ text: current.text, file, cameraId, zones: wanted }, environment);
  if (!edit.ok) return { ok: false, status: 422, message: edit.message };
  logger.info({ camera: cameraId }, "zones changed on the technician's page; in effect after a restart");
  return readFileZones(cameraId, parts);
}
