import { startAgent } from "../agent.ts";
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

/** Runs the agent until a signal stops it. */
export async function run(options: CommonOptions, context: CommandContext): Promise<ExitCode> {
  const config = await loadConfig(options, context);
  if (config.stations.length === 0) {
    throw new CommandError(exitCodes.usage, `${config.file}: no station is configured: add a station with its camera`);
  }
  const isTerminal = context.isTerminal && options.json !== true;
  const logBook = createLogBook();
  const logger = createLogger({ isTerminal, level: options.verbose ? "debug" : "info", book: logBook });
  const agent = await startAgent({ ...context, config, logger, logBook });
  const stations = config.stations.map(({ id }) => id);
  logger.info(
    { version: context.version, stations, status: agent.statusUrl, cloud: config.cloud.url },
    "agent started",
  );
  const signalled = new Promise<undefined>((resolve) => context.onStopSignal(() => resolve(undefined)));
  const fault = await Promise.race([signalled, agent.fault]);
  logger.info({}, "stopping: taking the last scans, closing cameras and outbox");
  await agent.stop();
  logger.info({}, "stopped");
  if (fault) throw fault;
  return exitCodes.done;
}
