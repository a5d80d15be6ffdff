import type { Logger } from "../base/logger.ts";
import type { CloudLink } from "../forwarding/link/cloud-link.ts";
import { askExpectedNumbers, type ExpectedNumbers } from "../forwarding/loops/ask-expected-numbers.ts";

/** The numbers that the cloud expects, for cameras that read numbers; always none where no camera does. */
export function openExpectedNumbers(parts: {
  link: CloudLink;
  /** Null where no camera reads numbers. */
  reader: object | null;
  logger: Logger;
}): ExpectedNumbers {
  const { link, reader, logger } = parts;
  const none = new Set<string>();
  if (reader === null) return { current: () => none, stop: () => Promise.resolve() };
  return askExpectedNumbers({ link, logger });
}
