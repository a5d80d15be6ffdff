import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../base/clock.ts";
import type { AgentConfig } from "../config/config.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import type { Logger } from "../base/logger.ts";
import { createCommitter } from "../stations/commit-captures.ts";
import { NO_TRACES, type Traces } from "../base/traces/traces.ts";

/** Time in ms that a stop waits for the delivery of the last captures. */
const DRAIN_MS = 3_000;
const TICK_MS = 1_000;

/** The settings that the delivery is made from. */
export const deliverySettings = ({ cloud, dataDir, outbox, traces, device: { id } }: AgentConfig) => ({
  cloud,
  dataDir,
  outbox,
  traces,
  deviceId: id,
});

/** Storage and delivery of captures. It outlives the cameras, stations and models of a configuration. */
export type Delivery = DataFolder & {
  committer: ReturnType<typeof createCommitter>;
  traces: Traces;
  /** Gives a reachable cloud a moment to accept the last captures, then closes the outbox. */
  close(): Promise<void>;
};

/** Opens the data folder and starts the delivery to the cloud. Throws DataFolderError or OutboxError. */
export async function openDelivery(parts: {
  config: Pick<AgentConfig, "cloud" | "dataDir" | "outbox" | "traces" | "device">;
  clock: Clock;
  random: () => number;
  version: string;
  logger: Logger;
}): Promise<Delivery> {
  const { clock, logger } = parts;
  await using opening = new AsyncDisposableStack();
  const traces = await startTraces(parts);
  opening.defer(() => traces.stop());
  const folder = openDataFolder({ ...parts, traces }, opening);
  const { outbox } = folder;
  opening.defer(() => drain(folder, clock));
  const committer = createCommitter({
    insert: (capture) => outbox.insert(capture),
    insertUnnumbered: (scan) => outbox.insertUnnumbered(scan),
    assignNumber: (id, containerNumber, passageId) => outbox.assignNumber(id, containerNumber, passageId),
    monotonicMs: clock.monotonicMs,
    logger,
  });
  opening.defer(() => committer.stop());
  const ticking = setInterval(() => committer.tick(), TICK_MS);
  opening.defer(() => clearInterval(ticking));
  const open = opening.move();
  return { ...folder, committer, traces, close: () => open.disposeAsync() };
}

/** Loads what sends traces, where the configuration has a collector, and nothing of it elsewhere. */
async function startTraces({ config, ...parts }: Parameters<typeof openDelivery>[0]): Promise<Traces> {
  const { traces: settings, device } = config;
  if (!settings) return NO_TRACES;
  const { openTraces } = await import("../base/traces/open-traces.ts");
  return openTraces({ ...parts, settings, deviceId: device.id });
}

async function drain({ outbox, forwarder }: DataFolder, clock: Clock): Promise<void> {
  const deadlineMs = clock.monotonicMs() + DRAIN_MS;
  forwarder.wake();
  while (clock.monotonicMs() < deadlineMs) {
    if (outbox.status().pending === 0 || forwarder.status().state === "paused") return;
    await delay(50);
  }
}
