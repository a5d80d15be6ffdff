import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentConfig } from "../config/config.ts";
import { whyNoService } from "./service/why-no-service.ts";
import { composeUnit } from "./service/compose-unit.ts";
import { hasSystemd, readServiceState, runProgram, systemctl, UNIT } from "./service/systemd.ts";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  type Outcome,
  loadConfig,
  show,
} from "./terminal/command-context.ts";

const CLI = fileURLToPath(new URL(`../cli${path.extname(import.meta.url)}`, import.meta.url));

/** Options of the service; `unitFolder` is the folder of this machine's units, or another one in tests. */
type Options = CommonOptions & { user?: string; print?: boolean; unitFolder: string };

/**
 * Installs the agent as a service of systemd and starts it; a running one is restarted with the new unit. Without
 * systemd, and with --print, the unit is printed instead.
 */
export async function installService(options: Options, context: CommandContext): Promise<void> {
  const config = await loadConfig(options, context);
  const canInstall = options.print !== true && hasSystemd();
  const user = options.user ?? userInfo().username;
  if (canInstall) await refuseUnusable({ ...config, user, isChosen: options.user !== undefined });
  const unit = unitFor(config, user);
  const file = path.join(options.unitFolder, UNIT);
  if (!canInstall) {
    if (options.print !== true)
      context.note(`systemd does not run here; on a machine with systemd, write this to ${file}`);
    show(options, context, { file, unit }, unit.trimEnd().split("\n"));
    return;
  }
  await writeFile(file, unit, { mode: 0o644 }).catch((error: unknown) => {
    const message = `${file} cannot be written: run the command as root (sudo), or with --print`;
    throw new CommandError("failed", message, { cause: error });
  });
  for (const args of [["daemon-reload"], ["enable", UNIT], ["restart", UNIT]]) await systemctl(args);
  show(options, context, { file, unit }, [`${file} is installed and started; see: edge-agent service status`]);
}

/** Throws a CommandError for a user or a place with which the service would not run as it should. */
async function refuseUnusable(parts: Parameters<typeof whyNoService>[0]): Promise<void> {
  const isKnown = (await runProgram("id", ["-u", parts.user])).code === 0;
  const problem = isKnown ? whyNoService(parts) : unknownUser(parts.user);
  if (problem !== undefined) throw new CommandError("usage", problem);
}

const unknownUser = (user: string) =>
  `this machine has no user ${user}; create it with: sudo useradd --system --shell /usr/sbin/nologin ${user}`;

/** Stops the service and removes its unit; the configuration and the data folder stay. */
export async function uninstallService(options: Options, context: CommandContext): Promise<void> {
  const file = path.join(options.unitFolder, UNIT);
  if (!existsSync(file)) throw new CommandError("failed", `${file} does not exist: the service is not installed`);
  if (hasSystemd()) await systemctl(["disable", "--now", UNIT]);
  await rm(file);
  if (hasSystemd()) await systemctl(["daemon-reload"]);
  show(options, context, { file }, [`${file} is removed; the configuration and the waiting records stay`]);
}

/** Shows whether the service is installed and runs. */
export async function showService(options: Options, context: CommandContext): Promise<Outcome> {
  const file = path.join(options.unitFolder, UNIT);
  const isInstalled = existsSync(file);
  const service = await readServiceState();
  const { properties = {} } = service ?? {};
  const isRunning = service?.activeState === "active";
  show(options, context, { file, isInstalled, isRunning, properties }, [
    `${file} is ${isInstalled ? "installed" : "not installed"}`,
    `state: ${service?.activeState ?? "unknown, because systemd does not run here"}`,
    ...(service?.exitCode === "78" ? ["the configuration is invalid: run edge-agent doctor"] : []),
  ]);
  return isRunning ? "done" : "failed";
}

function unitFor(config: AgentConfig, user: string): string {
  const folders = config.cameras.flatMap(({ url }) => (url.startsWith("folder:") ? [new URL(url)] : []));
  return composeUnit({
    node: process.execPath,
    cli: CLI,
    configFile: config.file,
    dataDir: config.dataDir,
    user,
    writable: [
      ...folders.filter((url) => url.searchParams.has("moveTo")).map((url) => decodeURIComponent(url.pathname)),
      ...config.lanes.flatMap(({ verdict }) => (verdict?.file === undefined ? [] : [path.dirname(verdict.file)])),
    ],
    usesVideoDevices: config.cameras.some(({ url }) => url.startsWith("v4l2:")),
  });
}
