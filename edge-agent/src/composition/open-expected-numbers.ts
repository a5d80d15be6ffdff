import type { Logger } from "../base/logger.ts";
import type { AgentConfig } from "../config/config.ts";
import type { ApiKey } from "../forwarding/link/api-key.ts";
import { askExpectedNumbers, type ExpectedNumbers } from "../forwarding/loops/ask-expected-numbers.ts";

/** The numbers that the cloud expects, for cameras that read numbers; always none where no camera does. */
export function openExpectedNumbers(parts: {
  config: Pick<AgentConfig, "cloud">;
  apiKey: ApiKey;
  /** Null where no camera reads numbers. */
  reader: object | null;
  logger: Logger;
}): ExpectedNumbers {
  const { config, apiKey, reader, logger } = parts;
  const none = new Set<string>();
  if (reader === null) return { current: () => none, stop: () => Promise.resolve() };
  const { url: cloudUrl, network } = config.cloud;
  return askExpectedNumbers({ cloudUrl, apiKey, network, logger });
}
