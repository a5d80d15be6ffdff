import path from "node:path";
import { createObjectIdMaker } from "@container-inspection/shared-schemas";
import type { Logger } from "pino";
import { createAbsentAiService } from "./ai/ai-service.ts";
import { connectAiService } from "./ai/connect-ai-service.ts";
import { createApp } from "./app.ts";
import { ensureAccounts } from "./auth/ensure-accounts.ts";
import { createSignInProvider } from "./auth/sign-in-provider.ts";
import { createTokens } from "./auth/tokens.ts";
import { createLogger } from "./create-logger.ts";
import { connectEmbedded, connectPostgres } from "./db/connect.ts";
import { readSettings, type Settings, withPort } from "./env.ts";
import { startServer } from "./http/start-server.ts";
import { openJobs } from "./jobs/jobs.ts";
import { createMailer } from "./mail/mailer.ts";
import type { Parts } from "./parts.ts";
import { explainStartFailure } from "./start-failure.ts";
import { createFileStorage } from "./storage/file-storage.ts";
import { startTrackingMaintenance } from "./tracking/maintenance.ts";
import { startWorkers, workers } from "./workers.ts";

/** Kubernetes kills after 30 s: requests get most of that to finish, then jobs what is left; those cut off are tried again. */
const DRAIN_MS = 20_000;
const JOBS_DRAIN_MS = 5_000;

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const logger = createLogger("info");
  const connection = settings.databaseUrl
    ? await connectPostgres(settings.databaseUrl, logger)
    : await connectEmbedded(path.join(settings.dataDir, "database"));
  const newId = createObjectIdMaker(Date.now);
  const parts: Parts = {
    settings,
    db: connection.db,
    storage: createFileStorage(path.join(settings.dataDir, "objects"), newId),
    tokens: createTokens(settings.jwtSecret, Date.now),
    jobs: await openJobs(connection.jobSource, { kinds: workers.map(({ kind }) => kind), logger }),
    ai: openAiService(settings, newId, logger),
    mailer: settings.mail && createMailer(settings.mail),
    signInProvider: settings.signInProvider && createSignInProvider(settings.signInProvider, { logger }),
    logger,
    nowMs: Date.now,
    newId,
  };
  const admin = await ensureAccounts(parts);
  const tracking = startTrackingMaintenance(parts);
  const server = await startServer((port) => createApp({ ...parts, settings: withPort(settings, port) }), {
    port: settings.port,
    host: settings.host,
    newId,
  });
  await startWorkers({ ...parts, settings: withPort(settings, server.port) });
  logger.info({ port: server.port }, `listening on ${settings.publicUrl ?? `http://localhost:${server.port}`}`);
  if (admin) console.log(`\nFirst sign-in: ${admin.email} / ${admin.password}\n(kept in ${admin.file})\n`);

  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, "stopping: requests under way may finish");
    await server.stop(DRAIN_MS);
    await Promise.all([parts.jobs.stop(JOBS_DRAIN_MS), tracking.stop()]);
    parts.ai.close();
    await connection.close();
    logger.info("stopped");
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
}

function openAiService({ aiServiceUrl: url, aiServiceToken: token }: Settings, newId: () => string, logger: Logger) {
  if (url === undefined) return createAbsentAiService();
  return connectAiService({ url, token, newId, random: Math.random, logger });
}

try {
  await start();
} catch (error) {
  console.error(explainStartFailure(error));
  process.exit(1);
}
