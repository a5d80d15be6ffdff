import path from "node:path";
import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import type { Clock } from "../base/clock.ts";
import type { AgentConfig } from "../config/config.ts";
import { explainDataFolder, makeDataFolder } from "./explain-data-folder.ts";
import { type ApiKey, openApiKey } from "../forwarding/link/api-key.ts";
import { type CloudLink, createCloudLink } from "../forwarding/link/cloud-link.ts";
import type { Forwarder } from "../forwarding/forwarder.ts";
import { resolveLimits } from "../forwarding/link/limits.ts";
import { startForwarder } from "../forwarding/start-forwarder.ts";
import type { Logger } from "../base/logger.ts";
import { openOutbox } from "../outbox/open-outbox.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { openRecordSigner, type RecordSigner } from "../forwarding/signing/signing-key.ts";
import type { Traces } from "../base/traces/traces.ts";
import { systemTimers as timers } from "../base/timers.ts";

export const outboxFile = ({ dataDir }: Pick<AgentConfig, "dataDir">): string => path.join(dataDir, "outbox.sqlite");

export type DataFolder = {
  outbox: Outbox;
  forwarder: Forwarder;
  link: CloudLink;
  apiKey: ApiKey;
  newId: () => string;
  signer: RecordSigner;
};

/**
 * Opens the outbox in the data folder and starts the loop that empties it; `stack` stops the one and closes the other.
 * Throws DataFolderError for problems that a technician must fix, OutboxError when another agent holds the folder.
 */
export function openDataFolder(
  parts: {
    config: Pick<AgentConfig, "cloud" | "dataDir" | "outbox">;
    clock: Clock;
    random: () => number;
    /** `NO_TRACES` unless the configuration names a collector. */
    traces: Traces;
    logger: Logger;
  },
  stack: AsyncDisposableStack,
): DataFolder {
  const { config, clock, random, traces, logger } = parts;
  const newId = createObjectIdMaker(clock.nowMs);
  const { outbox, signer } = openFolder(parts, newId);
  stack.defer(() => outbox.close());
  const { url: cloudUrl, network, sending } = config.cloud;
  const apiKey = openApiKey(config.cloud, logger);
  const limits = resolveLimits(sending.limits);
  const link = createCloudLink({ cloudUrl, apiKey, network });
  const shared = { outbox, cloudUrl, client: link.openClient(limits), traces, logger, clock, timers, random, limits };
  const forwarder = startForwarder({ ...sending, ...shared });
  stack.defer(() => forwarder.stop());
  return { outbox, forwarder, link, apiKey, newId, signer };
}

function openFolder({ config, clock, logger }: Parameters<typeof openDataFolder>[0], newId: () => string) {
  const limits = { maxBytes: config.outbox.maxSizeBytes };
  try {
    makeDataFolder(config.dataDir);
    const signer = openRecordSigner(config.dataDir, logger);
    const { sign } = signer;
    const outbox = openOutbox({ file: outboxFile(config), nowMs: clock.nowMs, newId, logger, sign, limits });
    return { outbox, signer };
  } catch (error) {
    throw explainDataFolder(config.dataDir, error);
  }
}
