import { keepCloudKey } from "./forwarding/air-gap/cloud-key.ts";
import path from "node:path";
import type { Camera } from "./cameras/camera.ts";
import { lookAtClock } from "./base/clock-synchronised.ts";
import type { Clock } from "./base/clock.ts";
import type { AgentConfig } from "./config/config.ts";
import type { DriftWatch } from "./care/drift/watch-drift.ts";
import type { ApiKey } from "./forwarding/link/api-key.ts";
import type { Forwarder } from "./forwarding/forwarder.ts";
import { type CloudClock, createCloudClock } from "./forwarding/link/cloud-clock.ts";
import { reportConfiguration } from "./composition/report-configuration.ts";
import { type HeartbeatReply, startHeartbeats } from "./forwarding/loops/send-heartbeats.ts";
import type { LogBook } from "./base/log-book.ts";
import type { Logger } from "./base/logger.ts";
import { createManualScans } from "./composition/manual-scans.ts";
import { createModelShelf, type ModelShelf } from "./composition/model-shelf.ts";
import type { Outbox } from "./outbox/outbox.ts";
import type { Delivery } from "./composition/open-delivery.ts";
import { openDrift } from "./composition/open-drift.ts";
import { askExpectedNumbers } from "./forwarding/loops/ask-expected-numbers.ts";
import { openCameras } from "./composition/open-cameras.ts";
import { numberLanes, openNumberCameras } from "./composition/open-number-cameras.ts";
import { openOperators } from "./lanes/operators.ts";
import { openStations, type Stations } from "./composition/open-stations.ts";
import { followRollOuts, type RollOuts } from "./care/roll-outs/follow-roll-outs.ts";
import { createShadows } from "./care/shadows/open-shadows.ts";
import { removeAgentAddress, writeAgentAddress } from "./status/agent-address.ts";
import type { AgentRoutesParts } from "./status/agent-routes.ts";
import type { AgentStatus } from "./status/agent-status.ts";
import { createHeartbeatReader } from "./status/create-heartbeat-reader.ts";
import { createStatusApp } from "./status/create-status-app.ts";
import { createStatusReader } from "./status/create-status-reader.ts";
import { readDisk } from "./base/read-disk.ts";
import { serveStatus } from "./status/serve-status.ts";
import { openPage, type Page } from "./page/open-page.ts";
import { type FollowedVerdicts, followVerdicts } from "./lanes/verdicts/follow-verdicts.ts";
import { lastScanOf } from "./lanes/verdicts/last-scan.ts";
import { createPictureShelf, type PictureShelf } from "./care/watching/picture-shelf.ts";
import { startWatching, type WatchingStatus } from "./care/watching/start-watching.ts";

const TICK_MS = 1_000;

/** What an agent is made from. */
export type AgentParts = {
  config: AgentConfig;
  /** Stays open when the agent stops. */
  delivery: Delivery;
  clock: Clock;
  /** Uniform in [0, 1), for the jitter of retries and restarts. */
  random: () => number;
  logger: Logger;
  /** What the logger has written last. */
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

/**
 * Starts the agent: models, cameras, stations, status server and heartbeats, in that order. What was started is stopped
 * again when a later part fails. Throws ModelLoadError or StatusPortError for what a technician must change.
 */
export async function startAgent(agentParts: AgentParts): Promise<RunningAgent> {
  const { config, delivery, clock, random, logger, version } = agentParts;
  const { outbox, forwarder, committer, apiKey, traces, newId } = delivery;
  const clockLooked = lookAtClock();
  await using starting = new AsyncDisposableStack();
  const watched = config.cameras.filter(({ id }) => config.stations.some(({ camera }) => camera === id));
  const numberCameras = numberLanes(config).flatMap(({ cameraIds }) => cameraIds);
  const models = createModelShelf({ config, askers: watched.length + numberCameras.length, logger });
  starting.defer(() => models.close());
  const named = config.stations.flatMap(({ model, alsoScan }) => [model, ...Object.values(alsoScan)]);
  for (const name of named) if (name !== undefined) await models.named(name);
  const shadows = createShadows({ config, models, nowMs: clock.nowMs, logger });
  starting.defer(() => shadows.stop());

  const numberReader = numberCameras.length > 0 ? await models.numberReader() : null;

  // Before the first capture, which states whether the clock was synchronised.
  await clockLooked;
  const cameras = openCameras({ config, clock, logger, random }, [...watched.map(({ id }) => id), ...numberCameras]);
  starting.defer(async () => void (await Promise.all(cameras.map((camera) => camera.close()))));

  const pictures = createPictureShelf(clock.monotonicMs);
  const drift = await openDrift({ config, outbox, newId, clock, logger }, starting);
  const operators = openOperators({ file: path.join(config.dataDir, "operators.json"), nowMs: clock.nowMs, logger });
  const userEmailAt = (cameraId: string) => operators.at(cameraId) ?? config.device.userEmail;
  const shared = { config, cameras, pictures, store: committer, userEmailAt, newId, clock, traces, logger };
  const held = outbox.unnumbered();
  const stations = await openStations({ ...shared, models, shadows, drift, whenSaved: committer.whenSaved, held });
  starting.defer(() => stations.stop());
  const numbers = openNumberCameras({
    ...shared,
    reader: numberReader,
    expected: openExpectedNumbers({ config, apiKey, logger }, numberReader !== null, starting),
    announce: (target, reports) => stations.announce(target, reports),
  });
  starting.defer(() => numbers.stop());

  const ticking = setInterval(() => {
    for (const station of stations.list) station.tick();
    numbers.tick();
    drift?.tick();
  }, TICK_MS);
  starting.defer(() => clearInterval(ticking));

  const watching = openWatching({ ...delivery, config, pictures, cameras, clock, random, logger }, starting);
  const verdicts = openVerdicts({ ...agentParts, apiKey, newId }, stations, starting);
  const mqtt = await openMqttTriggers({ config, stations, logger }, starting);
  const [cloudClock, availableBytes] = [createCloudClock(logger), () => process.availableMemory()];
  const rollOuts = followRollOuts({ ...agentParts, apiKey, shadows, availableBytes, readDisk });
  starting.defer(() => rollOuts.stop());
  const parts = { config, clock, cameras, models, mqtt, drift, outbox, committer, forwarder, watching, newId, logger };
  const status = createStatusReader({
    ...parts,
    version,
    cloudClock,
    stations: stations.list,
    numbers,
    verdicts,
    rollOuts,
  });
  const page = openPage({ ...agentParts, ...parts, apiKey, pictures }, starting);
  const statusUrl = await openStatusServer({ ...parts, userEmailAt, status, stations, page }, starting);
  startReports({ ...agentParts, models, operators, rollOuts, status, cloudClock }, starting);

  const running = starting.move();
  return { statusUrl, fault: Promise.race([stations.fault, numbers.fault]), stop: () => running.disposeAsync() };
}

/** Reports the status and the configuration to the cloud, and hands over what its replies state. */
function startReports(
  parts: AgentParts & {
    models: ModelShelf;
    operators: ReturnType<typeof openOperators>;
    rollOuts: RollOuts;
    status: () => AgentStatus;
    cloudClock: CloudClock;
  },
  stack: AsyncDisposableStack,
): void {
  const { config, delivery, models, operators, rollOuts, status, cloudClock, clock, version, logger } = parts;
  const { forwarder, apiKey } = delivery;
  const { url: cloudUrl, network } = config.cloud;
  const readNow = createHeartbeatReader({ status, dataDir: config.dataDir, nowMs: clock.nowMs });
  // The first heartbeat already reports a model that failed its check.
  const read = () => models.whenChecked().then(readNow);
  const reports = reportConfiguration({ config, apiKey, version, logger });
  stack.defer(() => reports.stop());
  const onReply = (reply: HeartbeatReply) => {
    const { requestEncodings, acknowledgementKey, configurationSha256, receivedAt, lanes } = reply;
    cloudClock.note(reply.clockSkewMs);
    forwarder.acceptEncodings(requestEncodings);
    keepCloudKey(config.dataDir, acknowledgementKey);
    reports.noteKept(configurationSha256);
    rollOuts.note(reply.releases, reply.shadows);
    if (receivedAt !== undefined) operators.note({ receivedAt, lanes });
  };
  const heartbeats = startHeartbeats({ cloudUrl, apiKey, network, read, onReply, logger });
  stack.defer(() => heartbeats.stop());
  rollOuts.onRefusal(() => heartbeats.sendNow());
}

/** The numbers that the cloud expects, for cameras that read numbers. */
function openExpectedNumbers(
  { config, apiKey, logger }: Pick<AgentParts, "config" | "logger"> & { apiKey: ApiKey },
  isReading: boolean,
  stack: AsyncDisposableStack,
): () => ReadonlySet<string> {
  const none = new Set<string>();
  if (!isReading) return () => none;
  const { url: cloudUrl, network } = config.cloud;
  const expected = askExpectedNumbers({ cloudUrl, apiKey, network, logger });
  stack.defer(() => expected.stop());
  return expected.current;
}

/** Sends pictures to users who watch cameras, unless that is disabled. */
function openWatching(
  {
    config,
    pictures,
    ...parts
  }: Pick<AgentParts, "config" | "clock" | "random" | "logger"> & {
    pictures: PictureShelf;
    cameras: readonly Camera[];
    outbox: Outbox;
    forwarder: Forwarder;
    apiKey: ApiKey;
  },
  stack: AsyncDisposableStack,
): () => WatchingStatus {
  const { enabled, ...settings } = config.watching;
  if (!enabled) return () => ({ enabled, cameras: [], picturesSent: 0 });
  const { url: cloudUrl, network } = config.cloud;
  const deviceId = config.device.id;
  const watching = startWatching({ ...parts, cloudUrl, network, deviceId, settings, shelf: pictures });
  stack.defer(() => watching.stop());
  return watching.status;
}

/** Gives verdicts out where the configuration of a lane asks for it; null where none does. */
function openVerdicts(
  parts: Omit<Parameters<typeof followVerdicts>[0], "lastScanMs">,
  { list }: Stations,
  stack: AsyncDisposableStack,
): FollowedVerdicts | null {
  if (parts.config.lanes.every(({ verdict }) => verdict === undefined)) return null;
  const verdicts = followVerdicts({ ...parts, lastScanMs: lastScanOf(parts.config, list) });
  stack.defer(() => verdicts.stop());
  return verdicts;
}

/** Null where no broker is configured. */
async function openMqttTriggers(
  { config, stations, logger }: { config: AgentConfig; stations: Stations; logger: Logger },
  stack: AsyncDisposableStack,
) {
  if (!config.mqtt) return null;
  // Only here, so that an agent without a broker does not load the client.
  const { startMqttTriggers } = await import("./lanes/mqtt-triggers.ts");
  const triggers = startMqttTriggers({
    settings: config.mqtt,
    deviceId: config.device.id,
    stations: config.stations.flatMap(({ id, scan: { mqttTopic } }) => (mqttTopic ? [{ id, mqttTopic }] : [])),
    announce: (target, reports) => stations.announce(target, reports),
    requestScan: (stationId) => stations.requestScan(stationId),
    logger,
  });
  stack.defer(() => triggers.stop());
  return triggers;
}

/** Serves status, announcements and manual scans; writes its address into the data folder and resolves with it. */
async function openStatusServer(
  parts: {
    config: AgentConfig;
    clock: Clock;
    outbox: Outbox;
    forwarder: Forwarder;
    models: ModelShelf;
    stations: Stations;
    cameras: readonly Camera[];
    drift: DriftWatch | null;
    userEmailAt: (cameraId: string) => string | undefined;
    newId: () => string;
    status: () => AgentStatus;
    page: Page | undefined;
    logger: Logger;
  },
  stack: AsyncDisposableStack,
): Promise<string> {
  const { config, stations, cameras, drift, newId, status, page, logger } = parts;
  const instanceId = newId();
  const routes: AgentRoutesParts = {
    instanceId,
    status,
    disk: () => readDisk(config.dataDir),
    announce: (target, reports) => stations.announce(target, reports),
    requestScan: (stationId) => stations.requestScan(stationId),
    learnView(cameraId) {
      const camera = cameras.find(({ id }) => id === cameraId);
      if (!camera) return "unknown";
      const isCompared = drift?.forget(cameraId) ?? false;
      return camera.learnView() || isCompared ? "learning" : "not-checked";
    },
    manualScans: createManualScans(parts),
  };
  const app = createStatusApp({ ...routes, addPage: page?.addLocal, logger });
  const server = await serveStatus(app, config.status);
  stack.defer(() => server.close());
  writeAgentAddress(config.dataDir, { url: server.url, instanceId });
  stack.defer(() => removeAgentAddress(config.dataDir));
  await page?.openToNetwork(routes);
  return server.url;
}
