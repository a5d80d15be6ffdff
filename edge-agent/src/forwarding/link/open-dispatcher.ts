import { getCACertificates } from "node:tls";
import { type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import type { Fallback } from "./cloud-addresses.ts";

/** Settings for reaching the cloud. */
export type CloudNetwork = {
  /** Addresses of proxies for http and https, with their credentials; empty for none. */
  httpProxy: string;
  httpsProxy: string;
  /** Hosts that are reached without a proxy, separated by commas, as in NO_PROXY. */
  noProxy: string;
  /** Certificate authorities that are trusted besides those of Node.js, PEM. */
  ca: string | undefined;
  /** Certificate and key with which this device proves its identity, PEM. */
  clientCertificate: { cert: string; key: string } | undefined;
  fallback: Fallback | undefined;
};

/** No proxy, the certificate authorities of Node.js, and one address. */
export const DIRECT: CloudNetwork = {
  httpProxy: "",
  httpsProxy: "",
  noProxy: "",
  ca: undefined,
  clientCertificate: undefined,
  fallback: undefined,
};

/**
 * Opens the dispatcher of requests to the cloud: directly, or to https through a tunnel (CONNECT) of the proxy. Keeps
 * at most `concurrency` connections per address, and reuses them.
 */
export function openDispatcher(
  { httpProxy, httpsProxy, noProxy, ca, clientCertificate }: CloudNetwork,
  { concurrency, connectTimeoutMs: timeout }: { concurrency: number; connectTimeoutMs: number },
): Dispatcher {
  const trusted = ca === undefined ? {} : { ca: [...getCACertificates("default"), ca] };
  const cloudTls = { ...trusted, ...clientCertificate };
  // The deadline of each try rules; undici's own of 300 s would cut a large record on a slow link for ever.
  const pool = { connections: concurrency, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 };
  return new EnvHttpProxyAgent({
    httpProxy,
    httpsProxy,
    noProxy,
    connect: { timeout, ...cloudTls },
    connectTimeout: timeout,
    requestTls: cloudTls,
    proxyTls: trusted,
    factory: (origin, options) => new Pool(origin, Object.assign({}, options, pool)),
    // A proxy that does not answer CONNECT would keep all later requests waiting.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: timeout }),
  });
}
