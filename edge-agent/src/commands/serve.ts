import type { ScanType } from "@container-inspection/shared-schemas/scans";
import type { Offer } from "../ai-service/answer-request.ts";
import { type AiServiceParts, PICTURES_AT_ONCE, startAiService } from "../ai-service/start-ai-service.ts";
import type { AgentConfig } from "../config/config.ts";
import { createLogger, type Logger } from "../base/logger.ts";
import { createModelShelf, type ModelShelf } from "../composition/model-shelf.ts";
import { CommandError, type CommandContext, type CommonOptions, loadConfig } from "./terminal/command-context.ts";
import { logFailure } from "./log-failure.ts";

type Options = CommonOptions & { host: string; port: number; maxInFlight: number };

/** A configured model serves the task of the same name. */
const TASKS: readonly ScanType[] = ["category", "defect", "illegal"];
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
  const token = readToken(context);
  await using starting = new AsyncDisposableStack();
  const models = createModelShelf({ config, askers: PICTURES_AT_ONCE, logger });
  starting.defer(() => models.close());
  const { offers, failedModels } = await loadOffers(config, models);
  const { monotonicMs } = context.clock;
  const service = await startAiService({ offers, failedModels, host, port, token, maxInFlight, monotonicMs, logger });
  starting.defer(() => service.stop(DRAIN_MS));
  logger.info({ version: context.version, address: service.url, models: models.status() }, "AI service started");
  await new Promise<void>((resolve) => context.onStopSignal(resolve));
  logger.info({}, "stopping: answering the requests in progress");
  await starting.disposeAsync();
  logger.info({}, "stopped");
}

/** The models that work on this machine, and the tasks whose model failed its check: those are not offered. */
async function loadOffers({ models: configs, numbers, file }: AgentConfig, models: ModelShelf) {
  const offers: Offer[] = [];
  const failedModels: AiServiceParts["failedModels"][number][] = [];
  for (const task of TASKS) {
    const config = configs.get(task);
    if (!config) continue;
    const model = await models.named(task);
    await models.whenChecked();
    const problem = models.status().find(({ id }) => id === task)?.problem ?? null;
    if (problem === null) offers.push({ task, model, minimumConfidence: config.confidence });
    else failedModels.push({ task, model: model.name, problem });
  }
  if (numbers) {
    const { minimumConfidence } = numbers;
    offers.push({ task: "identify", model: await models.numberReader(), minimumConfidence });
  }
  if (offers.length > 0) return { offers, failedModels };
  if (failedModels.length === 0) {
    throw new CommandError(
      "configuration",
      `${file}: no model to serve: name a model "category", "defect" or "illegal", after its purpose, or configure numbers`,
    );
  }
  const reasons = failedModels.map(({ task, problem }) => `${task}: ${problem}`).join("\n");
  throw new CommandError(
    "configuration",
    `no model to serve: every model failed its check on this machine; run "edge-agent model check"\n${reasons}`,
  );
}

/** The token of the environment; no option, because every user of the machine can read the command line. */
function readToken({ environment }: CommandContext): string {
  const token = environment["AI_SERVICE_TOKEN"]?.trim() ?? "";
  if (/^[\x21-\x7e]{16,}$/.test(token)) return token;
  const problem = token === "" ? "is not set" : "is too short or contains characters that are not visible ASCII";
  throw new CommandError(
    "configuration",
    `AI_SERVICE_TOKEN ${problem}: set it to the token of the cloud, at least 16 characters ` +
      "(create one with: openssl rand -base64 32)",
  );
}
