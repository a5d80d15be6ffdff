import { PICTURES_AT_ONCE, startAiService } from "../ai-service/start-ai-service.ts";
import { createLogger, type Logger } from "../base/logger.ts";
import { AiServiceSettingsError, loadOffers, readAiToken } from "../composition/model-offers.ts";
import { createModelShelf } from "../composition/model-shelf.ts";
import { CommandError, type CommandContext, type CommonOptions, loadConfig } from "./terminal/command-context.ts";
import { logFailure } from "./log-failure.ts";

type Options = CommonOptions & { host: string; port: number; maxInFlight: number };

/** Service managers kill a process after about 30 s. */
const DRAIN_MS = 20_000;

/** Serves the configured models to the cloud until a signal stops it. */
export async function serve(options: Options, context: CommandContext): Promise<void> {
  const isTerminal = context.isTerminal && options.json !== true;
  const logger = createLogger({ isTerminal, version: context.version, level: options.verbose ? "debug" : "info" });
  return logFailure({ isTerminal, logger, context }, (inner) => serveUntilSignal(options, inner, logger));
}

async function serveUntilSignal(options: Options, context: CommandContext, logger: Logger): Promise<void> {
  const { host, port, maxInFlight } = options;
  const config = await loadConfig(options, context);
  const token = await asCommand(() => readAiToken(context.environment));
  await using starting = new AsyncDisposableStack();
  const models = createModelShelf({ config, askers: PICTURES_AT_ONCE, logger });
  starting.defer(() => models.close());
  const { offers, failedModels } = await asCommand(() => loadOffers(config, models));
  const { monotonicMs } = context.clock;
  const service = await startAiService({ offers, failedModels, host, port, token, maxInFlight, monotonicMs, logger });
  starting.defer(() => service.stop(DRAIN_MS));
  logger.info({ version: context.version, address: service.url, models: models.status() }, "AI service started");
  await new Promise<void>((resolve) => context.onStopSignal(resolve));
  logger.info({}, "stopping: answering the requests in progress");
  await starting.disposeAsync();
  logger.info({}, "stopped");
}

/** Settings that cannot be used end the command as any others do. */
async function asCommand<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AiServiceSettingsError) throw new CommandError("configuration", error.message);
    throw error;
  }
}
