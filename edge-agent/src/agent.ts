import { lookAtClock } from "./base/clock-synchronised.ts";
import type { Clock } from "./base/clock.ts";
import type { LogBook } from "./base/log-book.ts";
import type { Logger } from "./base/logger.ts";
import { partTable } from "./base/part-table.ts";
import { readDisk } from "./base/read-disk.ts";
import { followRollOuts } from "./care/roll-outs/follow-roll-outs.ts";
import { createShadows } from "./care/shadows/open-shadows.ts";
import { openWatching } from "./care/watching/open-watching.ts";
import { createPictureShelf } from "./care/watching/picture-shelf.ts";
import { openAiService } from "./composition/open-ai-service.ts";
import { openCameras } from "./composition/open-cameras.ts";
import type { Delivery } from "./composition/open-delivery.ts";
import { openDrift } from "./composition/open-drift.ts";
import { openExpectedNumbers } from "./composition/open-expected-numbers.ts";
import { loadModels, openModels } from "./composition/open-models.ts";
import { numberCamerasOf, openNumberCameras } from "./composition/open-number-cameras.ts";
import { openCaptureOperators } from "./composition/open-operators.ts";
import { openPassages } from "./composition/open-passages.ts";
import { openStations } from "./composition/open-stations.ts";
import { startTicking } from "./composition/start-ticking.ts";
import type { AgentConfig } from "./config/config.ts";
import { createCloudClock } from "./forwarding/link/cloud-clock.ts";
import { createKeyRegistration } from "./forwarding/signing/key-registration.ts";
import { openMqttTriggers } from "./lanes/open-mqtt-triggers.ts";
import { openVerdicts } from "./lanes/verdicts/open-verdicts.ts";
import { openPage } from "./page/open-page.ts";
import { createAgentRoutes } from "./status/create-agent-routes.ts";
import { createStatusReader } from "./status/create-status-reader.ts";
import { openStatusServer } from "./status/open-status-server.ts";
import { startReports } from "./status/start-reports.ts";

/** Configuration and dependencies of an agent. */
export type AgentParts = {
  config: AgentConfig;
  /** Stays open when the agent stops. */
  delivery: Delivery;
  clock: Clock;
  /** Uniform in [0, 1), for the jitter of retries and restarts. */
  random: () => number;
  logger: Logger;
  /** Most recent log entries. */
  logBook: LogBook;
  /** The variables that the configuration file may use. */
  environment: Record<string, string | undefined>;
  /** Asks the program to stop it and to start it with its configuration file as it is then. */
  requestRestart: () => void;
  version: string;
};

export type RunningAgent = {
  statusUrl: string;
  /** Resolves when a part ended by an internal error: a restart is better than an unwatched camera. */
  fault: Promise<Error>;
  /** Ends the loops in order: the last scans are taken and committed, the cameras closed. */
  stop(): Promise<void>;
};

/** The parts of an agent from the first to the last: name, how it opens from those above it, and how it ends. */
const agent = partTable<AgentParts & Omit<Delivery, "close">>()
  // Models; while they load, the clock is checked: every capture states whether it was synchronised.
  .part("models", openModels, (models) => models.close())
  .part("loaded", (above) => Promise.all([loadModels(above), lookAtClock()]))
  .part(
    "shadows",
    ({ config, models, clock, logger }) => createShadows({ config, models, nowMs: clock.nowMs, logger }),
    (shadows) => shadows.stop(),
  )
  .part("reader", ({ config, models }) => (numberCamerasOf(config).length > 0 ? models.numberReader() : null))

  // Cameras.
  .part("cameras", openCameras, (cameras) => Promise.all(cameras.map((camera) => camera.close())))
  .part("pictures", ({ clock }) => createPictureShelf(clock.monotonicMs))
  .part("drift", openDrift, (drift) => drift?.stop())
  .part("operators", openCaptureOperators)
  .part("userEmailAt", ({ operators }) => operators.userEmailAt)

  // Scans: stations take them, numbers name them.
  .part("store", ({ committer }) => committer)
  .part("held", ({ outbox }) => outbox.unnumbered())
  .part("passages", openPassages)
  .part(
    "stations",
    (above) => openStations({ ...above, ...above.passages, whenSaved: above.committer.whenSaved }),
    (stations) => stations.stop(),
  )
  .part("expectedNumbers", openExpectedNumbers, (expected) => expected.stop())
  .part(
    "numbers",
    ({ stations, expectedNumbers, ...above }) =>
      openNumberCameras({ ...above, ...above.passages, intake: stations, expected: expectedNumbers.current }),
    (numbers) => numbers.stop(),
  )
  .part("ticking", startTicking, (ticking) => ticking.stop())

  // The surroundings: users who watch, gates, the broker, what is rolled out.
  .part("watching", openWatching, (watching) => watching.stop())
  .part("verdicts", openVerdicts, (verdicts) => verdicts?.stop())
  .part("mqtt", openMqttTriggers, (mqtt) => mqtt?.stop())
  .part("aiService", openAiService, (service) => service?.stop())
  .part("cloudClock", ({ logger }) => createCloudClock(logger))
  .part("keyRegistration", ({ signer, logger }) => createKeyRegistration(signer.fingerprint, logger))
  .part(
    "rollOuts",
    (above) => followRollOuts({ ...above, availableBytes: () => process.availableMemory(), readDisk }),
    (rollOuts) => rollOuts.stop(),
  )

  // Its own status: read, served, shown and reported.
  .part("status", createStatusReader)
  .part("routes", createAgentRoutes)
  .part("page", openPage, (page) => page?.close())
  .part("server", openStatusServer, (server) => server.close())
  .part(
    "network",
    ({ page, routes }) => page?.openToNetwork(routes),
    (server) => server?.close(),
  )
  .part("reports", startReports, (reports) => reports.stop());

/**
 * Starts the agent. What was started is stopped again when a later part fails. Throws ModelLoadError or
 * StatusPortError for what a technician must change.
 */
export async function startAgent(given: AgentParts): Promise<RunningAgent> {
  const { parts, stop } = await agent.open({ ...given, ...given.delivery });
  const { server, stations, numbers } = parts;
  return { statusUrl: server.url, fault: Promise.race([stations.fault, numbers.fault]), stop };
}
