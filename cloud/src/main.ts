import { setTimeout as delay } from "node:timers/promises";
import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import { createAbsentAiService } from "./platform/ai/ai-service.ts";
import { connectAiService } from "./platform/ai/connect-ai-service.ts";
import { spreadRequests } from "./platform/ai/spread-requests.ts";
import { createApp } from "./app.ts";
import { streamSessions } from "./people/accounts/session-store.ts";
import type { CommandContext } from "./operations/commands/open-system.ts";
import { runCommand } from "./operations/commands/run-command.ts";
import { createLogger } from "./platform/logging/create-logger.ts";
import type { Logger } from "./platform/logging/logger.ts";
import type { Database } from "./platform/db/database.ts";
import type { QueryObserver } from "./platform/db/measure-client.ts";
import { isDatabaseUnavailable } from "./platform/db/error-code.ts";
import { openDatabase } from "./platform/db/open-database.ts";
import { openReadReplica } from "./platform/db/read-replica.ts";
import { openTrackingDatabase } from "./platform/db/tracking-database.ts";
import { watchRelease } from "./platform/db/release.ts";
import { createRateLimitStore } from "./platform/rate-limits/rate-limit-store.ts";
import { readSettings, type Settings, withPort } from "./platform/settings/settings.ts";
import { openEventFeed } from "./journal/events/event-feed.ts";
import { API_VERSION } from "./platform/version.ts";
import { startServer } from "./platform/http/start-server.ts";
import { countJobs } from "./platform/jobs/job-store.ts";
import { openJobs } from "./platform/jobs/jobs.ts";
import { createMetrics } from "./platform/metrics/create-metrics.ts";
import { readFigures } from "./operations/health/figure-store.ts";
import { measureAi } from "./platform/metrics/measure-ai.ts";
import { measureQueries } from "./platform/metrics/measure-queries.ts";
import { measureStorage } from "./platform/metrics/measure-storage.ts";
import { watchDatabase } from "./platform/metrics/watch-database.ts";
import { watchFigures } from "./operations/health/watch-figures.ts";
import { watchStreams } from "./platform/metrics/watch-streams.ts";
import { createParts, furnish, type Parts } from "./parts.ts";
import { createRedisRateLimits } from "./platform/rate-limits/redis-rate-limits.ts";
import { explainStartFailure } from "./operations/commands/start-failure.ts";
import { startMaintenance } from "./operations/retention/maintenance.ts";
import { createWatching } from "./fleet/watching/watching.ts";
import { openStorage } from "./platform/storage/open-storage.ts";
import { runWebhooks } from "./notices/webhooks/run-webhooks.ts";
import { traceAi, traceStorage, traceTransactions } from "./platform/traces/trace-parts.ts";
import { NO_TRACES, type Traces } from "./platform/traces/traces.ts";
import { startWorkers, workers } from "./workers.ts";

/**
 * Kubernetes kills after 30 s: load balancers get some of that to turn away, requests most of it to finish, jobs the
 * rest.
 */
const DRAIN_MS = 15_000;
const JOBS_DRAIN_MS = 4_000;

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const logger = createLogger("info");
  let stopping = false;
  const { parts, close } = await openParts(settings, logger, () => stopping);
  const admin = await furnish(parts);
  const stopBackground = startBackground(parts);
  const server = await startServer((port) => createApp({ ...parts, settings: withPort(settings, port) }), {
    port: settings.port,
    host: settings.host,
    newId: parts.newId,
  });
  await startWorkers({ ...parts, settings: withPort(settings, server.port) });
  const releaseWatch = watchRelease(parts.release, (detail) => {
    logger.error(`${detail} This process refuses requests and stops its background work.`);
    void stopBackground().then(() => parts.jobs.stop(JOBS_DRAIN_MS));
  });
  const secondSignal = new AbortController();
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return secondSignal.abort();
    stopping = true;
    logger.info({ signal }, "stopping: requests under way may finish");
    await delay(settings.drainDelaySeconds * 1000, undefined, { signal: secondSignal.signal }).catch(() =>
      logger.info("a second signal: the wait for load balancers ends"),
    );
    releaseWatch.stop();
    // Streams never end by themselves: the server would wait for them. Background work ends at the same time.
    await Promise.all([server.stop(DRAIN_MS), stopBackground()]);
    await parts.jobs.stop(JOBS_DRAIN_MS);
    await close();
    logger.info("stopped");
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
  // Only now: who reads this may stop the program at once.
  logger.info({ port: server.port }, `listening on ${settings.publicUrl ?? `http://localhost:${server.port}`}`);
  if (!parts.push) logger.info("FCM_SERVICE_ACCOUNT is not set: notices to phones are recorded, but not sent");
  if (admin) console.log(`\nFirst sign-in: ${admin.email} / ${admin.password}\n(kept in ${admin.file})\n`);
}

/** Opens what the settings name and creates all parts. `close` ends their connections, once nothing uses them. */
async function openParts(settings: Settings, logger: Logger, isDraining: () => boolean) {
  const metrics = createMetrics({ version: API_VERSION });
  const observe = measureQueries(metrics);
  const connection = await openDatabase(settings, logger, { observe });
  const tracking = openTrackingDatabase(settings, connection, logger, { observe });
  await startTracking(tracking, logger);
  const newId = createObjectIdMaker(Date.now);
  const traces = await startTraces(settings, logger);
  traceTransactions(traces, connection.pools);
  const replica = startReplica(settings, connection.pools.probes, logger, observe);
  watchDatabase(metrics, {
    poolStates: () => ({ ...connection.poolStates?.(), ...tracking.own?.poolStates(), ...replica?.poolStates() }),
    countJobs: () => countJobs(connection.pools.probes),
    lookAtTracking: tracking.own?.look,
    replica,
    nowMs: Date.now,
  });
  watchFigures(metrics, () => readFigures(connection.pools.probes, Date.now()), Date.now);
  const { db, pools } = connection;
  const watching = createWatching({ db: pools.people, logger, nowMs: Date.now });
  const redis = settings.redisUrl
    ? createRedisRateLimits(settings.redisUrl, createRateLimitStore(pools.people), logger)
    : undefined;
  const parts = createParts({
    settings,
    db,
    pools,
    tracking,
    replica,
    storage: traceStorage(traces, measureStorage(metrics, await openStorage(settings, newId))),
    jobs: await openJobs(connection.jobSource, { kinds: workers.map(({ kind }) => kind), logger, traces }),
    events: await openEventFeed({ db, logger, nowMs: Date.now, sessions: streamSessions }, connection.jobSource, {
      followers: [watching.notices],
    }),
    watching,
    ai: traceAi(traces, measureAi(metrics, openAiService(settings, newId, logger))),
    rateLimits: redis,
    metrics,
    traces,
    isDraining,
    logger,
    nowMs: Date.now,
    random: Math.random,
    newId,
  });
  watchStreams(metrics, parts.events.state);
  const close = async () => {
    parts.ai.close();
    redis?.close();
    await Promise.all([parts.push?.close(), parts.webhookHttp.close(), traces.stop()]);
    await Promise.all([replica?.close(), connection.close(), tracking.own?.close()]);
  };
  return { parts, close };
}

/** Opens the read replica that the settings name; an unavailable one stops no start. */
function startReplica(
  { databaseReadUrl: url, databaseReadWaitMs: waitMs, databaseConnections: sizes }: Settings,
  primary: Database,
  logger: Logger,
  observe: QueryObserver,
) {
  return url === undefined ? undefined : openReadReplica({ url, primary, sizes, waitMs, logger, observe });
}

/** Loads what sends traces, where the settings name a collector, and nothing of it elsewhere. */
async function startTraces(settings: Settings, logger: Logger): Promise<Traces> {
  const {
    otlpEndpoint: endpoint,
    otelServiceName: serviceName,
    otelSampler: sampler,
    otelSamplerArg: share,
  } = settings;
  if (endpoint === undefined) return NO_TRACES;
  const { openTraces } = await import("./platform/traces/open-traces.ts");
  return openTraces({ settings: { endpoint, serviceName, sampler, share }, logger, nowMs: Date.now });
}

/** An unavailable tracking database stops no start: it is opened with the first request that needs it. */
async function startTracking({ pools }: Parts["tracking"], logger: Logger): Promise<void> {
  try {
    await pools();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    logger.error({ err: error }, "the tracking database is unavailable; everything else starts");
  }
}

/** Starts the work that no request asks for; the result ends it, and live events with it. */
function startBackground(parts: Parts): () => Promise<void> {
  const maintenance = startMaintenance({ ...parts, workers });
  const webhooks = runWebhooks(parts);
  return async () =>
    void (await Promise.all([
      parts.events.stop(),
      parts.watching.stop(),
      maintenance.stop(),
      webhooks.stop(JOBS_DRAIN_MS),
    ]));
}

function createCommandContext(): CommandContext {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const note = (line: string) => void process.stderr.write(`${line}\n`);
  return { environment: process.env, nowMs: Date.now, jobKinds: workers.map(({ kind }) => kind), print, note };
}

function openAiService({ aiServiceUrls: urls, aiServiceToken: token }: Settings, newId: () => string, logger: Logger) {
  if (urls.length === 0) return createAbsentAiService();
  return spreadRequests(urls.map((url) => connectAiService({ url, token, newId, random: Math.random, logger })));
}

// A command continues when the reader of its output has ended, as in `backup FOLDER | head`.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
const args = process.argv.slice(2);
try {
  if (args.length === 0) await start();
  else process.exitCode = await runCommand(args, createCommandContext());
} catch (error) {
  // A line like all others of the log: what collects them reads no other. It is written before the process ends.
  createLogger("info").fatal(explainStartFailure(error));
  process.exit(1);
}
