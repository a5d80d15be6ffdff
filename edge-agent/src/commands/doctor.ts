import { isClockSynchronised, lookAtClock } from "../base/clock-synchronised.ts";
import { type AgentConfig, type ConfigReading, readConfig } from "../config/config.ts";
import { NO_CLOUD } from "../config/readable-config.ts";
import { examineAddress } from "./doctor/examine-address.ts";
import { examineAgent } from "./doctor/examine-agent.ts";
import { examineDisk } from "./doctor/examine-disk.ts";
import { examineEncryption } from "./doctor/examine-encryption.ts";
import { examineGates } from "./doctor/examine-gates.ts";
import { examinePorts } from "./doctor/examine-ports.ts";
import { examineQueue } from "./doctor/examine-queue.ts";
import { examineUser } from "./doctor/examine-user.ts";
import type { Finding, Layer } from "./doctor/finding.ts";
import { fixedKey } from "../forwarding/link/api-key.ts";
import { checkCloud } from "../forwarding/link/check-cloud.ts";
import { readServiceState } from "./service/systemd.ts";
import { colourLine } from "./terminal/colours.ts";
import { type CommandContext, type CommonOptions, configFileOf, type Outcome } from "./terminal/command-context.ts";
import type { Check } from "../care/roll-outs/try-model.ts";
import { CLOCK_TOLERANCE_MS, cloudAddresses, tryBroker, tryCamera, tryModels } from "./try-parts.ts";
import { formatDuration, plural } from "./terminal/wording.ts";

type Options = CommonOptions & { timeout: number };
/** Receives each finding as it is made. */
type Report = (...findings: Finding[]) => void;

/**
 * Checks everything that the agent depends on, from its file to its models, and continues after a failure where it can.
 * Exit code 78 when the configuration is not valid, 1 when anything else fails.
 */
export async function examine(options: Options, context: CommandContext): Promise<Outcome> {
  const findings = await collectFindings(options, context, (finding) => {
    if (options.json !== true)
      for (const line of formatFinding(finding)) context.print(colourLine(line, context.paint));
  });
  const failed = findings.filter(({ state }) => state === "fail");
  const warned = findings.filter(({ state }) => state === "warn").length;
  if (options.json === true) context.print(JSON.stringify({ ok: failed.length === 0, findings }, null, 2));
  else context.print(summarise(failed.length, warned));
  if (failed.some(({ layer }) => layer === "configuration")) return "configuration";
  return failed.length > 0 ? "failed" : "done";
}

function summarise(failed: number, warned: number): string {
  if (failed === 0 && warned === 0) return "everything works";
  const warnings = warned === 0 ? "" : `, ${plural(warned, "warning")}`;
  return failed === 0 ? `no failure${warnings}` : `${plural(failed, "failure")}${warnings}: fix the first one first`;
}

function formatFinding({ layer, state, subject, message, fix }: Finding): string[] {
  const mark = state === "fail" ? "FAIL" : state.padEnd(4);
  return [`${mark} ${layer.padEnd(13)} ${subject}: ${message}`, ...(fix === "" ? [] : [`     Fix: ${fix}`])];
}

/** Examines layer by layer, and reports each finding at once. */
export async function collectFindings(
  options: Options,
  context: CommandContext,
  hand: (finding: Finding) => void,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const report: Report = (...found) => {
    findings.push(...found);
    for (const finding of found) hand(finding);
  };
  const file = configFileOf(options, context);
  const reading = await readConfig(file, context.environment);
  report(...describeReading(file, reading));
  const config = reading.ok ? reading.config : reading.readable;
  if (config) await examineConfig(config, options.timeout * 1_000, context, report);
  else report(await examineSynchronisation());
  return findings;
}

function describeReading(file: string, reading: ConfigReading): Finding[] {
  const base = { layer: "configuration" as const, subject: file };
  const problems = reading.ok ? reading.warnings : reading.problems;
  const found = problems.map((problem): Finding => ({
    ...base,
    state: problem.severity === "error" ? "fail" : "warn",
    message: `line ${problem.line}: ${problem.path === "" ? "" : `${problem.path}: `}${problem.message}`,
    fix: problem.fix,
  }));
  if (!reading.ok) return found;
  const { stations, cameras } = reading.config;
  const message = `${plural(stations.length, "station")} on ${plural(cameras.length, "camera")}`;
  const empty: Finding = { ...base, state: "fail", message: "no station is configured", fix: EMPTY_FIX };
  return [...found, stations.length === 0 ? empty : { ...base, state: "ok", message, fix: "" }];
}
const EMPTY_FIX = "run: edge-agent camera add, or add a station with its camera to the file";

async function examineConfig(
  config: AgentConfig,
  timeoutMs: number,
  context: CommandContext,
  report: Report,
): Promise<void> {
  const { network } = config.cloud;
  const cameras = Promise.all(config.cameras.map((camera) => tryCamera(camera, timeoutMs, context)));
  // Handled where they are awaited, below.
  cameras.catch(() => {});
  report(...examineUser(config, process.getuid?.()));
  report(...(await examineDisk(config.dataDir, config.outbox.maxSizeBytes, context.clock)));
  report(...examineQueue(config, context.clock));
  const service = await readServiceState();
  const { findings, agent } = await examineAgent(config, { version: context.version, service });
  report(...findings, ...(await examinePorts({ config, agent, timeoutMs })));
  report(await examineSynchronisation());
  for (const address of cloudAddresses(config).filter((each) => each !== NO_CLOUD)) {
    const way = await examineAddress(address, { network, clock: context.clock, timeoutMs });
    report(
      ...way,
      ...examineEncryption(address),
      ...(await examineKey(address, config, { isReachable: isPassable(way), timeoutMs }, context)),
    );
  }
  report(...(await tryBroker(config, timeoutMs)).map(asFinding("broker")));
  report(...(await examineGates(config, { clock: context.clock, timeoutMs })));
  report(...(await cameras).map(asFinding("camera")));
  report(...(await tryModels(config, context)).map(asFinding("model")));
}

const isPassable = (way: readonly Finding[]) => way.every(({ state }) => state === "ok" || state === "warn");

const asFinding =
  (layer: Layer) =>
  ({ subject, ok, message, fix }: Check): Finding => ({
    layer,
    state: ok ? (fix === "" ? "ok" : "warn") : "fail",
    subject: subject.startsWith(`${layer} `) ? subject.slice(layer.length + 1) : subject,
    message,
    fix,
  });

async function examineSynchronisation(): Promise<Finding> {
  await lookAtClock();
  const base = { layer: "clock" as const, subject: "time server" };
  if (isClockSynchronised()) return { ...base, state: "ok", message: "the clock is synchronised", fix: "" };
  const fix = "set a time server, such as: timedatectl set-ntp true";
  return { ...base, state: "warn", message: "cannot confirm that the clock is synchronised", fix };
}

/** Checks that the cloud accepts the key, and compares the clock of this machine with the cloud's. */
async function examineKey(
  address: string,
  { cloud }: AgentConfig,
  { isReachable, timeoutMs }: { isReachable: boolean; timeoutMs: number },
  { clock }: CommandContext,
): Promise<Finding[]> {
  const key = { layer: "key" as const, subject: address };
  if (!isReachable) return [{ ...key, state: "skip", message: "not checked because of the failure above", fix: "" }];
  if (cloud.apiKey === "") return [{ ...key, state: "skip", message: "not checked: no key was found", fix: "" }];
  const apiKey = fixedKey(cloud.apiKey);
  const check = await checkCloud({ ...cloud, cloudUrl: address, apiKey, nowMs: clock.nowMs, timeoutMs });
  const offset = check.clockOffsetMs === null ? [] : [describeOffset(address, check.clockOffsetMs)];
  if (!check.ok) return [{ ...key, state: "fail", message: check.message, fix: check.fix }, ...offset];
  return [{ ...key, state: "ok", message: "the cloud accepts the key", fix: "" }, ...offset];
}

function describeOffset(address: string, offsetMs: number): Finding {
  const base = { layer: "clock" as const, subject: address };
  const size = formatDuration(Math.abs(offsetMs));
  if (Math.abs(offsetMs) <= CLOCK_TOLERANCE_MS) {
    return { ...base, state: "ok", message: `agrees with the cloud's clock within ${size}`, fix: "" };
  }
  const message = `this machine is ${size} ${offsetMs > 0 ? "ahead of" : "behind"} the cloud`;
  return { ...base, state: "fail", message, fix: "set a time server on this machine" };
}
