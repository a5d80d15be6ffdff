import { systemTimers as timers } from "../../base/timers.ts";
import type { ApiKey } from "./api-key.ts";
import { type CloudClient, createCloudClient } from "./cloud-client.ts";
import { type ForwarderLimits, resolveLimits } from "./limits.ts";
import type { CloudNetwork } from "./open-dispatcher.ts";
import { openTransport } from "./transport.ts";

/** The way to the cloud: its address, the key of this device, and the network. */
export type CloudLink = {
  /** The URL of a route at the first address of the cloud; a client uses the second one instead while it must. */
  urlOf: (route: `/v1/${string}`) => string;
  /**
   * Opens a client with connections of its own, so that its requests wait for no others. Each client learns by itself
   * at which address the cloud answers, and which encodings it takes: a route that fails alone, such as pictures for
   * users who watch, must not move records to the other address, and a refused encoding must not lose heartbeats.
   */
  openClient(limits?: Partial<ForwarderLimits>): CloudClient;
};

type LinkParts = {
  /** Base address of the cloud, with or without a path; without `/v1`. */
  cloudUrl: string;
  apiKey: ApiKey;
  network: CloudNetwork;
};

export function createCloudLink({ cloudUrl, apiKey, network }: LinkParts): CloudLink {
  const base = cloudUrl.replace(/\/+$/, "");
  return {
    urlOf: (route) => base + route,
    openClient(given) {
      const limits = resolveLimits(given);
      const transport = openTransport(network, limits);
      return createCloudClient({ apiKey, limits, transport, timers, fallback: network.fallback });
    },
  };
}

/** Calls the cloud within `timeoutMs`, at its first address, with a client that is closed afterwards. */
export async function callOnce<Result>(
  { timeoutMs, network, ...parts }: LinkParts & { timeoutMs: number },
  call: (client: CloudClient, urlOf: CloudLink["urlOf"], signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const link = createCloudLink({ ...parts, network: { ...network, fallback: undefined } });
  const client = link.openClient({ concurrency: 1, deadlineBaseMs: timeoutMs, connectTimeoutMs: timeoutMs });
  try {
    return await call(client, link.urlOf, AbortSignal.timeout(timeoutMs));
  } finally {
    await client.close();
  }
}
