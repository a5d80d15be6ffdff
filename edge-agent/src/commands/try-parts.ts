import { type CameraCheck, checkCamera } from "../cameras/check-camera.ts";
import { maskUrl } from "../cameras/mask-url.ts";
import type { AgentConfig } from "../config/config.ts";
import type { NumbersConfig } from "../config/numbers-section.ts";
import { fixedKey } from "../forwarding/link/api-key.ts";
import { checkCloud } from "../forwarding/link/check-cloud.ts";
import type { InferencePool } from "../inference/inference-pool.ts";
import { createLogger } from "../base/logger.ts";
import { type Check, describeRefusal, tryModel } from "../care/roll-outs/try-model.ts";
import type { CommandContext } from "./terminal/command-context.ts";
import { usualThreads, withWorker } from "./terminal/model-target.ts";
import { formatDuration } from "./terminal/wording.ts";

/** A clock that is further off than this makes the times of scans wrong. */
export const CLOCK_TOLERANCE_MS = 5_000;

/** The addresses of the cloud, the one that is used first before the other. */
export function cloudAddresses({ cloud: { url, network } }: AgentConfig): string[] {
  return [url, ...(network.fallback === undefined ? [] : [network.fallback.to])];
}

/** Opens a camera and counts its pictures. */
export async function tryCamera(
  camera: AgentConfig["cameras"][number],
  timeoutMs: number,
  { clock, random, isTerminal }: CommandContext,
): Promise<Check> {
  const logger = createLogger({ isTerminal, level: "silent" });
  return describeCamera(camera, await checkCamera({ ...camera, motion: undefined, clock, random, logger, timeoutMs }));
}

/** Loads the models and the number reader, one after the other, and runs each on a picture. */
export function tryModels(config: AgentConfig, { isTerminal }: CommandContext): Promise<Check[]> {
  return withWorker({ threads: usualThreads(), isTerminal }, async (pool) => {
    const checks: Check[] = [];
    for (const name of config.models.keys()) checks.push(await tryModel(name, config, pool));
    if (config.numbers) checks.push(await tryNumberReader(config.numbers, pool));
    return checks;
  });
}

function describeCamera({ id, url }: { id: string; url: string }, check: CameraCheck): Check {
  const subject = `camera ${id}`;
  if (!check.ok) return { subject, ok: false, message: `${maskUrl(url)} ${check.message}`, fix: check.fix };
  if ("folder" in check) return { subject, ok: true, message: `folder ${check.folder}`, fix: "" };
  const { widthPixels, heightPixels, picturesPerSecond, main } = check;
  const rate = picturesPerSecond === null ? "one picture" : `${picturesPerSecond.toFixed(1)} pictures per second`;
  const scans = main === null ? "" : `; main stream ${main.widthPixels} × ${main.heightPixels}`;
  return { subject, ok: true, message: `${widthPixels} × ${heightPixels}, ${rate}${scans}`, fix: "" };
}

async function tryNumberReader(numbers: NumbersConfig, pool: InferencePool): Promise<Check> {
  const subject = "number reader";
  try {
    const { name, version, executionProvider } = await pool.loadNumberReader(numbers);
    return { subject, ok: true, message: `${name} ${version}, on ${executionProvider}`, fix: "" };
  } catch (error) {
    return describeRefusal(subject, error);
  }
}

/** Connects to the broker, where a station is scanned on its messages. */
export async function tryBroker({ mqtt, stations, device }: AgentConfig, timeoutMs: number): Promise<Check[]> {
  if (mqtt === null) return [];
  // Only here, so that a configuration without a broker does not load the client.
  const { checkBroker } = await import("../lanes/check-broker.ts");
  const subject = `broker ${mqtt.url}`;
  const topics = [...new Set(stations.flatMap(({ scan: { mqttTopic } }) => mqttTopic ?? []))];
  const check = await checkBroker({ settings: mqtt, deviceId: device.id, topics, timeoutMs });
  if (!check.ok) return [{ subject, ...check }];
  const subscribed = topics.length === 0 ? "" : `; can subscribe to ${topics.join(", ")}`;
  return [{ subject, ok: true, message: `accepts the connection${subscribed}`, fix: "" }];
}

/** Asks the cloud whether it accepts the key, and how far the clocks are apart. */
export async function tryCloud(
  cloudUrl: string,
  { cloud }: AgentConfig,
  timeoutMs: number,
  { clock }: CommandContext,
): Promise<Check> {
  const subject = `cloud ${cloudUrl}`;
  const apiKey = fixedKey(cloud.apiKey);
  const check = await checkCloud({ ...cloud, cloudUrl, apiKey, nowMs: clock.nowMs, timeoutMs });
  if (!check.ok) return { subject, ok: false, message: check.message, fix: check.fix };
  const { clockOffsetMs } = check;
  if (clockOffsetMs === null)
    return { subject, ok: true, message: "accepts the key; it does not state its time", fix: "" };
  const isOff = Math.abs(clockOffsetMs) > CLOCK_TOLERANCE_MS;
  const direction = clockOffsetMs > 0 ? "ahead" : "behind";
  const message = isOff
    ? `accepts the key; the clock of this machine is ${formatDuration(Math.abs(clockOffsetMs))} ${direction}`
    : "accepts the key; the clocks agree";
  return { subject, ok: true, message, fix: isOff ? "set a time server on this machine" : "" };
}
