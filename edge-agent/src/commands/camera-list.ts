import { writeFile } from "node:fs/promises";
import { maskUrl } from "../cameras/mask-url.ts";
import { parseCameraUrl } from "../cameras/sources.ts";
import { takePicture } from "../cameras/take-picture.ts";
import type { AgentConfig } from "../config/config.ts";
import { createLogger } from "../base/logger.ts";
import { annotatePicture } from "../stations/annotate-picture.ts";
import { connectToAgent, readStatus } from "../status/agent-client.ts";
import { agentStatus } from "../status/agent-status.ts";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  type Outcome,
  loadConfig,
  show,
  unknownName,
} from "./terminal/command-context.ts";
import { tryCamera } from "./try-parts.ts";
import { formatTable } from "./terminal/wording.ts";

type CameraConfig = AgentConfig["cameras"][number];
const states = agentStatus.pick({ cameras: true });

/** Lists the configured cameras, with their state while an agent runs. */
export async function listCameras(options: CommonOptions, context: CommandContext): Promise<void> {
  const config = await loadConfig(options, context);
  const agent = await connectToAgent(config.dataDir);
  const running = agent ? readStatus(await agent.request("/status"), states).cameras : [];
  const cameras = config.cameras.map(({ id, url }) => ({
    id,
    url: maskUrl(url),
    station: config.stations.find(({ camera }) => camera === id)?.id ?? null,
    state: running.find((camera) => camera.id === id)?.state ?? null,
  }));
  const rows = cameras.map(({ id, url, station, state }) => [id, station ?? "no station", state ?? "not running", url]);
  show(options, context, cameras, formatTable([["camera", "station", "state", "address"], ...rows]));
}

/** Opens a camera, which is configured or given by its address, and counts its pictures. Exit code 1 if it fails. */
export async function testCamera(
  target: string,
  options: CommonOptions & { timeout: number },
  context: CommandContext,
): Promise<Outcome> {
  const camera = await findCamera(target, options, context);
  const { ok, message, fix } = await tryCamera(camera, options.timeout * 1_000, context);
  const lines = [
    `${ok ? "ok  " : "FAIL"} camera ${camera.id}: ${message}`,
    ...(fix === "" ? [] : [`     Fix: ${fix}`]),
  ];
  show(options, context, { id: camera.id, ok, message, fix }, lines);
  return ok ? "done" : "failed";
}

/** Stores one picture of a camera as JPEG. */
export async function takeSnapshot(
  target: string,
  options: CommonOptions & { timeout: number; output?: string },
  context: CommandContext,
): Promise<void> {
  const camera = await findCamera(target, options, context);
  const logger = createLogger({ isTerminal: context.isTerminal, level: "silent" });
  const { clock, random } = context;
  const timeoutMs = options.timeout * 1_000;
  const taken = await takePicture({ ...camera, motion: undefined, clock, random, logger, timeoutMs });
  if (!taken.ok) {
    throw new CommandError("failed", `camera ${camera.id}: ${maskUrl(taken.message)}\nFix: ${taken.fix}`);
  }
  const { widthPixels, heightPixels } = taken.frame;
  const file = options.output ?? `${camera.id}.jpg`;
  await writeFile(file, await annotatePicture(taken.frame, []));
  show(options, context, { file, widthPixels, heightPixels }, [`${file}: ${widthPixels} × ${heightPixels} pixels`]);
}

/** A configured camera, or an address that is no configured camera's id. Throws a CommandError for neither. */
async function findCamera(target: string, options: CommonOptions, context: CommandContext): Promise<CameraConfig> {
  if (/^[a-z0-9]+:/i.test(target)) {
    const parsed = parseCameraUrl(target);
    if (!parsed.ok) throw new CommandError("usage", parsed.problem);
    return cameraAt(target);
  }
  const { cameras } = await loadConfig(options, context);
  const found = cameras.find(({ id }) => id === target);
  if (found) return found;
  throw unknownName("camera", target, cameras);
}

/** A camera with the usual settings. */
export const cameraAt = (url: string, id = "camera"): CameraConfig => ({
  id,
  url,
  subStream: undefined,
  framesPerSecond: 10,
  maxWidthPixels: undefined,
  watchWidthPixels: 1_920,
  motion: undefined,
  health: undefined,
  decoder: "software",
  rotate: 0,
  privacyZones: [],
});
