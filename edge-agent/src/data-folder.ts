import { mkdirSync } from "node:fs";
import path from "node:path";
import { createObjectIdMaker } from "@container-inspection/shared-schemas";
import type { Clock } from "./clock.ts";
import type { AgentConfig } from "./config.ts";
import type { Forwarder } from "./forwarding/forwarder.ts";
import { startForwarder } from "./forwarding/start-forwarder.ts";
import type { Logger } from "./logger.ts";
import { openOutbox } from "./outbox/open-outbox.ts";
import type { Outbox } from "./outbox/outbox.ts";

export const outboxFile = ({ dataDir }: AgentConfig): string => path.join(dataDir, "outbox.sqlite");

export type DataFolder = { outbox: Outbox; forwarder: Forwarder; newId: () => string };

/**
 * Opens the outbox in the data folder and starts the loop that empties it; `stack` stops the one and closes the other.
 * Throws OutboxError, also when another agent holds the folder.
 */
export function openDataFolder(
  parts: {
    config: AgentConfig;
    clock: Clock;
    random: () => number;
    logger: Logger;
  },
  stack: AsyncDisposableStack,
): DataFolder {
  const { config, clock, random, logger } = parts;
  const newId = createObjectIdMaker(clock.nowMs);
  mkdirSync(config.dataDir, { recursive: true });
  const limits = { maxBytes: config.outbox.maxSizeBytes };
  const outbox = openOutbox({ file: outboxFile(config), nowMs: clock.nowMs, newId, logger, limits });
  stack.defer(() => outbox.close());
  const { url: cloudUrl, apiKey, network } = config.cloud;
  const sending = { eventsEveryMs: config.cloud.eventsEveryMs };
  const forwarder = startForwarder({ limits: sending, outbox, cloudUrl, apiKey, network, logger, clock, random });
  stack.defer(() => forwarder.stop());
  return { outbox, forwarder, newId };
}
