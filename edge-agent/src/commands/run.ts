import { isDeepStrictEqual } from "node:util";
import { type AgentParts, type RunningAgent, startAgent } from "../agent.ts";
import { type AgentConfig, readConfig } from "../config/config.ts";
import { type ConfigAsRead, describeChanges, noteModelFiles } from "../config/describe-changes.ts";
import { formatProblem } from "../config/problem.ts";
import { createLogBook, type LogBook } from "../base/log-book.ts";
import { createLogger, type Logger } from "../base/logger.ts";
import { openServiceManager } from "./service/notify-systemd.ts";
import { type Delivery, deliverySettings, openDelivery } from "../composition/open-delivery.ts";
import { logFailure } from "./log-failure.ts";
import {
  type CommandContext,
  type CommonOptions,
  configFileOf,
  loadConfig,
  NO_STATION,
  type Outcome,
  requireStations,
} from "./terminal/command-context.ts";

type Parts = Omit<AgentParts, "config" | "delivery">;
type Running = ConfigAsRead & { delivery: Delivery; agent: RunningAgent };
/** Requests to the program, the most important last. */
const WISHES = ["reload", "restart", "signal"] as const;
type Wish = (typeof WISHES)[number];

/**
 * Runs the agent until a signal stops it. SIGHUP, and the technician's page, make it read its configuration file
 * again; cameras, stations and models then restart, while the outbox and the delivery keep running.
 */
export async function run(options: CommonOptions, context: CommandContext): Promise<Outcome> {
  const logBook = createLogBook();
  const isTerminal = context.isTerminal && options.json !== true;
  const logger = createLogger({
    isTerminal,
    version: context.version,
    level: options.verbose ? "debug" : "info",
    book: logBook,
  });
  return logFailure({ isTerminal, logger, context }, (inner) => runUntilSignal(options, inner, { logger, logBook }));
}

async function runUntilSignal(
  options: CommonOptions,
  context: CommandContext,
  { logger, logBook }: { logger: Logger; logBook: LogBook },
): Promise<Outcome> {
  const wishes = createWishes(context, logger);
  const config = await loadConfig(options, context);
  requireStations(config);
  const parts: Parts = { ...context, logger, logBook, requestRestart: () => wishes.add("restart") };
  let running = await startFirst(config, parts, options, context);
  // Before the first start, a signal ends the process at once.
  context.onStopSignal(() => wishes.add("signal"));
  const serviceManager = openServiceManager(context.environment, logger);
  serviceManager.ready();
  for (;;) {
    const wish = await Promise.race([wishes.next(), running.agent.fault]);
    if (wish === "signal" || wish instanceof Error) {
      serviceManager.stop();
      logger.info({}, "stopping: taking the last scans, closing cameras and outbox");
      await running.agent.stop();
      await running.delivery.close();
      logger.info({}, "stopped");
      if (wish instanceof Error) throw wish;
      return "done";
    }
    const next = await readAgain(running, wish, { options, context, logger });
    if (next) running = await change(running, next, parts);
  }
}

/** Keeps the most important wish until it is taken. */
function createWishes(context: CommandContext, logger: Logger) {
  let waiting: Wish = "reload";
  let wake = Promise.withResolvers<void>();
  const add = (wish: Wish): void => {
    if (WISHES.indexOf(wish) > WISHES.indexOf(waiting)) waiting = wish;
    wake.resolve();
  };
  context.onHangUp((cause) => {
    if (cause === "reload") return add("reload");
    logger.warn({}, "the terminal has closed; the agent keeps running, and its page shows the log");
  });
  return {
    add,
    async next(): Promise<Wish> {
      await wake.promise;
      wake = Promise.withResolvers();
      const wish = waiting;
      waiting = "reload";
      return wish;
    },
  };
}

/**
 * Starts with the releases rolled out to this device or, if that fails, with its own configuration alone: a release
 * must not keep a device from starting.
 */
async function startFirst(
  config: AgentConfig,
  parts: Parts,
  options: CommonOptions,
  context: CommandContext,
): Promise<Running> {
  try {
    return await start(noteModelFiles(config), null, parts);
  } catch (error) {
    if (config.releases.length === 0) throw error;
    parts.logger.error({ err: error }, "the agent cannot start with what is rolled out to it; starting without");
    return start(noteModelFiles(await loadConfig(options, context, { releases: [] })), null, parts);
  }
}

/** Starts an agent on the running delivery, or on a new one. */
async function start(asRead: ConfigAsRead, delivery: Delivery | null, parts: Parts): Promise<Running> {
  const { config } = asRead;
  const used = delivery ?? (await openDelivery({ ...parts, config }));
  try {
    const agent = await startAgent({ ...parts, config, delivery: used });
    const stations = config.stations.map(({ id }) => id);
    const { version, logger } = parts;
    logger.info({ version, stations, status: agent.statusUrl, cloud: config.cloud.url }, "agent started");
    return { ...asRead, delivery: used, agent };
  } catch (error) {
    if (!delivery) await used.close();
    throw error;
  }
}

/** Returns the configuration to continue with; null if nothing is to be done, or nothing can be. */
async function readAgain(
  running: Running,
  wish: "restart" | "reload",
  { options, context, logger }: { options: CommonOptions; context: CommandContext; logger: Logger },
): Promise<ConfigAsRead | null> {
  const file = configFileOf(options, context);
  const reading = await readConfig(file, context.environment);
  const problems = reading.ok ? [] : reading.problems.map((problem) => formatProblem(file, problem));
  if (reading.ok && reading.config.stations.length === 0) problems.push(`${file}: ${NO_STATION}`);
  if (!reading.ok || problems.length > 0) {
    logger.error({ problems }, "the configuration file cannot be used; the agent goes on with the previous one");
    return null;
  }
  for (const warning of reading.warnings) logger.warn({ problem: formatProblem(file, warning) }, "configuration");
  const next = noteModelFiles(reading.config);
  const changed = describeChanges(running, next);
  if (changed.length === 0 && wish === "reload") {
    logger.info({ file }, "configuration read again: nothing has changed");
    return null;
  }
  const { unsaved } = running.delivery.committer.status();
  if (unsaved > 0 && !hasSameDelivery(running.config, next.config)) {
    logger.error({ unsaved, changed }, "configuration not changed: the disk refuses captures, which only memory keeps");
    return null;
  }
  logger.info({ file, changed }, "configuration read again; taking the last scans with the previous one");
  return next;
}

const hasSameDelivery = (one: AgentConfig, other: AgentConfig) =>
  isDeepStrictEqual(deliverySettings(one), deliverySettings(other));

/** Starts the agent with another configuration, and with the previous one where that fails. */
async function change(before: Running, next: ConfigAsRead, parts: Parts): Promise<Running> {
  await before.agent.stop();
  const kept = hasSameDelivery(before.config, next.config) ? before.delivery : null;
  if (!kept) await before.delivery.close();
  try {
    return await start(next, kept, parts);
  } catch (error) {
    parts.logger.error({ err: error }, "the agent cannot start with the changed configuration; using the previous one");
    return start(before, kept, parts);
  }
}
