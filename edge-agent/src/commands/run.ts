import { startAgent } from "../agent.ts";
import type { AgentConfig } from "../config.ts";
import { createLogBook } from "../log-book.ts";
import { createLogger } from "../logger.ts";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  exitCodes,
  type ExitCode,
  loadConfig,
} from "./command-context.ts";

/** Runs the agent until a signal stops it, and starts it again when the technician's page asks for it. */
export async function run(options: CommonOptions, context: CommandContext): Promise<ExitCode> {
  let config = await loadRunnable(options, context);
  const isTerminal = context.isTerminal && options.json !== true;
  const logBook = createLogBook();
  const logger = createLogger({ isTerminal, level: options.verbose ? "debug" : "info", book: logBook });
  // Before the first start, a signal ends the process at once.
  let signalled: Promise<"signal"> | undefined;
  for (;;) {
    const restart = Promise.withResolvers<"restart">();
    const requestRestart = () => restart.resolve("restart");
    const agent = await startAgent({ ...context, config, logger, logBook, requestRestart });
    const stations = config.stations.map(({ id }) => id);
    logger.info(
      { version: context.version, stations, status: agent.statusUrl, cloud: config.cloud.url },
      "agent started",
    );
    signalled ??= new Promise((resolve) => context.onStopSignal(() => resolve("signal")));
    const outcome = await Promise.race([signalled, agent.fault, restart.promise]);
    logger.info({}, "stopping: taking the last scans, closing cameras and outbox");
    await agent.stop();
    logger.info({}, "stopped");
    if (outcome instanceof Error) throw outcome;
    if (outcome === "signal") return exitCodes.done;
    config = await loadRunnable(options, context).catch((error: unknown) => {
      // A file that was damaged since the restart was accepted must not end the work at the gate.
      logger.error({ err: error }, "the configuration cannot be read again; starting with the previous one");
      return config;
    });
  }
}

async function loadRunnable(options: CommonOptions, context: CommandContext): Promise<AgentConfig> {
  const config = await loadConfig(options, context);
  if (config.stations.length > 0) return config;
  throw new CommandError(exitCodes.usage, `${config.file}: no station is configured: add a station with its camera`);
}
