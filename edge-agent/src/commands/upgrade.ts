import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { AgentConfig } from "../config/config.ts";
import { configFileOfUnit } from "./service/compose-unit.ts";
import { hasSystemd, systemctl, UNIT } from "./service/systemd.ts";
import { connectToAgent, readStatus } from "../status/agent-client.ts";
import { agentStatus } from "../status/agent-status.ts";
import { type InstalledRelease, launcherOf, readPrevious, readRelease } from "./upgrade/installed-release.ts";
import { addRelease, type Installation, useRelease } from "./upgrade/use-release.ts";
import { CommandError, type CommandContext, type CommonOptions, loadConfig, show } from "./terminal/command-context.ts";

/** `folder`: where the running release is, when it is not that of this program. `link`: what starts it by its name. */
type Options = CommonOptions & { rollback?: boolean; folder?: string; link: string; unitFolder: string };

/** A model is loaded, and a checked outbox may have gigabytes. */
const HEALTHY_MS = 120_000;
const LOOK_MS = 500;
const shownVersion = agentStatus.pick({ version: true });

/**
 * Unpacks a release beside the one that is installed, or goes back to the one before, and lets the service run it. What
 * is stored stays where it is, and is delivered by whichever version runs.
 */
export async function upgrade(file: string | undefined, options: Options, context: CommandContext): Promise<void> {
  const isRollback = options.rollback === true;
  if ((file === undefined) !== isRollback)
    throw new CommandError("usage", "name the tarball of a release, or --rollback for the release before");
  const config = await loadConfig({ ...options, ...configOfService(options) }, context);
  const before = readRelease(options.folder ?? path.dirname(path.dirname(process.execPath)));
  const service = findService(config, options, context);
  const { link } = options;
  const installation = { before, link, configFile: config.file, service };
  const next = file === undefined ? await readPrevious(before) : await unpack(file, installation, config, context);
  if (service !== null) context.note(`Starting ${next.version} ...`);
  const { isLinked } = await useRelease(next, installation);
  const isService = service !== null;
  show(options, context, { from: before, to: next, isService, isLinked }, [
    `${next.version} in ${next.folder} is in use; ${before.version} stays in ${before.folder}`,
    ...(isService ? [] : [`no service of systemd runs here: start ${launcherOf(next.folder)} in place of what runs`]),
    ...(isLinked ? [] : [`${link} does not lead to ${before.folder}, and is left as it is`]),
  ]);
}

/** The file that the installed service uses: sudo does not pass EDGE_AGENT_CONFIG on. */
function configOfService({ config, unitFolder }: Options): { config?: string } {
  const unitFile = path.join(unitFolder, UNIT);
  if (config !== undefined || !existsSync(unitFile)) return {};
  const named = configFileOfUnit(readFileSync(unitFile, "utf8"));
  return named === undefined ? {} : { config: named };
}

/** The service of systemd that runs the agent; null where none is installed. */
function findService({ dataDir }: AgentConfig, options: Options, context: CommandContext): Installation["service"] {
  const unitFile = path.join(options.unitFolder, UNIT);
  if (!existsSync(unitFile) || !hasSystemd()) return null;
  return {
    unitFile,
    restart: async () => {
      await systemctl(["daemon-reload"]);
      await systemctl(["restart", UNIT]);
    },
    untilHealthy: (version) => waitUntilHealthy(dataDir, version, context),
  };
}

async function unpack(
  file: string,
  installation: Installation,
  { releaseKey }: AgentConfig,
  context: CommandContext,
): Promise<InstalledRelease> {
  context.note(`Checking and unpacking ${file} ...`);
  const next = await addRelease(file, installation, { platform: `linux-${process.arch}`, releaseKey });
  if (releaseKey === null) context.note("releaseKey is not set: only the sums were checked, not who made them");
  return next;
}

async function waitUntilHealthy(dataDir: string, version: string, { clock }: CommandContext): Promise<void> {
  const endMs = clock.monotonicMs() + HEALTHY_MS;
  for (let reason = ""; ; await delay(LOOK_MS)) {
    try {
      const agent = await connectToAgent(dataDir);
      const running = agent && readStatus(await agent.request("/status"), shownVersion).version;
      if (running === version) return;
      reason = running === null ? "it does not answer" : `version ${running} answers`;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    if (clock.monotonicMs() > endMs) throw new Error(`${reason} after ${HEALTHY_MS / 1_000} s; see edge-agent logs`);
  }
}
