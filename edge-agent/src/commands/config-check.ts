import { type AgentConfig, readConfig } from "../config/config.ts";
import { type ConfigProblem, formatProblem } from "../config/problem.ts";
import {
  type CommandContext,
  type CommonOptions,
  configFileOf,
  type Outcome,
  show,
} from "./terminal/command-context.ts";
import type { Check } from "../care/roll-outs/try-model.ts";
import { cloudAddresses, tryBroker, tryCamera, tryCloud, tryModels } from "./try-parts.ts";
import { plural } from "./terminal/wording.ts";

type Options = CommonOptions & { offline?: boolean; timeout: number };

/**
 * Lists the problems of the configuration file, and tries the parts of a valid one: models, cameras, the MQTT broker
 * and the cloud. Exit code 78 when any part cannot work.
 */
export async function checkConfig(options: Options, context: CommandContext): Promise<Outcome> {
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
  return valid ? "done" : "configuration";
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
  const checks = await Promise.all([
    Promise.all(cloudAddresses(config).map((url) => tryCloud(url, config, timeoutMs, context))),
    tryModels(config, context),
    Promise.all(config.cameras.map((camera) => tryCamera(camera, timeoutMs, context))),
    tryBroker(config, timeoutMs),
  ]);
  return checks.flat();
}
