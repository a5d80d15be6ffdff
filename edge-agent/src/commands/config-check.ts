import { type CameraCheck, checkCamera } from "../cameras/check-camera.ts";
import { maskUrl } from "../cameras/mask-url.ts";
import { type AgentConfig, readConfig } from "../config.ts";
import type { NumbersConfig } from "../config/numbers-section.ts";
import { type ConfigProblem, formatProblem } from "../config/problem.ts";
import { fixedKey } from "../forwarding/api-key.ts";
import { checkCloud } from "../forwarding/check-cloud.ts";
import { ModelLoadError } from "../inference/model-errors.ts";
import type { InferencePool } from "../inference/inference-pool.ts";
import { createLogger } from "../logger.ts";
import {
  type CommandContext,
  type CommonOptions,
  configFileOf,
  exitCodes,
  type ExitCode,
  show,
} from "./command-context.ts";
import { usualThreads, withWorker } from "./model-target.ts";
import { formatDuration, plural } from "./wording.ts";

type Options = CommonOptions & { offline?: boolean; timeout: number };
/** One part of the configuration that was tried; `fix` is empty where nothing is to be done. */
type Check = { subject: string; ok: boolean; message: string; fix: string };

/** A clock that is further off than this makes the times of scans wrong. */
const CLOCK_TOLERANCE_MS = 5_000;

/**
 * Lists the problems of the configuration file, and tries what a valid one names: models, cameras, the MQTT broker and
 * the cloud. Exit code 78 when something of it cannot work.
 */
export async function checkConfig(options: Options, context: CommandContext): Promise<ExitCode> {
  const file = configFileOf(options, context);
  const reading = await readConfig(file, context.environment);
  const problems = reading.ok ? reading.warnings : reading.problems;
  const checks = reading.ok && options.offline !== true ? await tryParts(reading.config, options.timeout, context) : [];
  const valid = reading.ok && checks.every(({ ok }) => ok);
  const result = { file: reading.ok ? reading.config.file : reading.file, valid, problems, checks };
  show(options, context, result, [
    ...problems.map((problem: ConfigProblem) => formatProblem(file, problem)),
    ...checks.map(formatCheck),
    ...(reading.ok ? [summarise(file, reading.config, checks, options.offline === true)] : []),
  ]);
  return valid ? exitCodes.done : exitCodes.configuration;
}

function summarise(file: string, config: AgentConfig, checks: readonly Check[], isOffline: boolean): string {
  const { cameras, stations, dataDir, cloud } = config;
  const failed = checks.filter(({ ok }) => !ok).length;
  if (failed > 0) return `${file} cannot work: ${plural(failed, "part")} of it failed`;
  const size = `${plural(stations.length, "station")} on ${plural(cameras.length, "camera")}`;
  const untried = isOffline ? "; models, cameras, broker and cloud were not tried" : "";
  return `${file} is valid: ${size}, data folder ${dataDir}, cloud ${cloud.url}${untried}`;
}

function formatCheck({ subject, ok, message, fix }: Check): string {
  return `${ok ? "ok  " : "FAIL"} ${subject}: ${message}${fix === "" ? "" : `\n    Fix: ${fix}`}`;
}

/** Models, cameras, the broker and the cloud at the same time; the checks are in the order of the file. */
async function tryParts(config: AgentConfig, timeoutSeconds: number, context: CommandContext): Promise<Check[]> {
  const timeoutMs = timeoutSeconds * 1_000;
  const logger = createLogger({ isTerminal: context.isTerminal, level: "silent" });
  const { clock, random, isTerminal } = context;
  const cameras = config.cameras.map(async (camera) =>
    describeCamera(camera, await checkCamera({ ...camera, motion: undefined, clock, random, logger, timeoutMs })),
  );
  const models = withWorker({ threads: usualThreads(), isTerminal }, async (pool) => {
    const checks: Check[] = [];
    for (const name of config.models.keys()) checks.push(await tryModel(name, config, pool));
    if (config.numbers) checks.push(await tryNumberReader(config.numbers, pool));
    return checks;
  });
  const { url, network } = config.cloud;
  const addresses = [url, ...(network.fallback === undefined ? [] : [network.fallback.to])];
  const clouds = addresses.map((cloudUrl) => tryCloud(cloudUrl, config, timeoutMs, context));
  return (await Promise.all([Promise.all(clouds), models, Promise.all(cameras), tryBroker(config, timeoutMs)])).flat();
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

async function tryModel(name: string, config: AgentConfig, pool: InferencePool): Promise<Check> {
  const subject = `model ${name}`;
  const settings = config.models.get(name);
  if (!settings) throw new Error(`model ${name} is not configured`);
  try {
    const { layout, inputWidthPixels, inputHeightPixels, executionProvider, classNames } = await pool.load(settings);
    for (const { id, model, objects } of config.stations) {
      const unknown = model === name ? objects.classes?.find((each) => !classNames.includes(each)) : undefined;
      if (unknown === undefined) continue;
      const fix = `select from its classes: ${classNames.join(", ")}`;
      return {
        subject,
        ok: false,
        message: `station ${id} selects the class "${unknown}", which it does not have`,
        fix,
      };
    }
    const golden = await pool.check(settings);
    if (golden.state === "failed") {
      const fix = `see edge-agent model check ${name}; copy the file again, or set executionProvider: cpu`;
      return {
        subject,
        ok: false,
        message: `its outputs differ from the measurement: ${golden.problems.join("; ")}`,
        fix,
      };
    }
    const equal = golden.state === "passed" ? ", equal to its golden pictures" : "";
    const size = `${inputWidthPixels} × ${inputHeightPixels}`;
    return { subject, ok: true, message: `${layout}, ${size}, on ${executionProvider}${equal}`, fix: "" };
  } catch (error) {
    return describeRefusal(subject, error);
  }
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

/** A model that cannot be used; other errors are thrown on. */
function describeRefusal(subject: string, error: unknown): Check {
  if (!(error instanceof ModelLoadError)) throw error;
  const fix = "use another export of the model, or give the settings that the message names";
  return { subject, ok: false, message: error.message, fix };
}

/** The broker, where a station is scanned on its messages. */
async function tryBroker({ mqtt, stations, device }: AgentConfig, timeoutMs: number): Promise<Check[]> {
  if (mqtt === null) return [];
  // Only here, so that a configuration without a broker does not load the client.
  const { checkBroker } = await import("../check-broker.ts");
  const subject = `broker ${mqtt.url}`;
  const topics = [...new Set(stations.flatMap(({ scan: { mqttTopic } }) => mqttTopic ?? []))];
  const check = await checkBroker({ settings: mqtt, deviceId: device.id, topics, timeoutMs });
  if (!check.ok) return [{ subject, ...check }];
  const subscribed = topics.length === 0 ? "no station has an mqttTopic" : `can subscribe to ${topics.join(", ")}`;
  return [{ subject, ok: true, message: `accepts the connection; ${subscribed}`, fix: "" }];
}

async function tryCloud(
  cloudUrl: string,
  { cloud }: AgentConfig,
  timeoutMs: number,
  { clock }: CommandContext,
): Promise<Check> {
  const subject = `cloud ${cloudUrl}`;
  const apiKey = fixedKey(cloud.apiKey);
  const check = await checkCloud({ ...cloud, cloudUrl, apiKey, nowMs: clock.nowMs, timeoutMs });
  if (!check.ok) return { subject, ...check };
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
