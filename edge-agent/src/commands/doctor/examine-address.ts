import { once } from "node:events";
import { lookup } from "node:dns/promises";
import { type IncomingMessage, request } from "node:http";
import { request as requestOverTls } from "node:https";
import { connect, isIP, type Socket } from "node:net";
import tls from "node:tls";
import { decodePercent } from "../../base/decode-percent.ts";
import type { Clock } from "../../base/clock.ts";
import { adviceFor, proxyAdvice } from "../../forwarding/link/explain-failure.ts";
import type { CloudNetwork } from "../../forwarding/link/open-dispatcher.ts";
import { proxyFor } from "./proxy-for.ts";
import type { Finding, Layer } from "./finding.ts";

const DAY_MS = 86_400_000;
/** A certificate is to be renewed this long before it ends. */
const RENEW_DAYS = 30;

type Network = Pick<CloudNetwork, "httpProxy" | "httpsProxy" | "noProxy" | "ca" | "clientCertificate">;
type Parts = { network: Network; clock: Clock; timeoutMs: number };
type Place = { host: string; port: number };

/**
 * Goes the way to an address of the cloud one layer at a time: name, connection, proxy, TLS. Nothing is sent to the
 * cloud itself, but through a proxy that forwards plain HTTP. What rests on a layer that failed is listed as skipped.
 * Never throws.
 */
export async function examineAddress(address: string, parts: Parts): Promise<Finding[]> {
  const cloud = new URL(address);
  const proxy = proxyFor(cloud, parts.network);
  const findings: Finding[] = [];
  const add = (layer: Layer, subject: string, result: Pick<Finding, "state" | "message" | "fix">) => {
    findings.push({ layer, subject, ...result });
    return result.state !== "fail";
  };
  const first = placeOf(proxy ?? cloud);
  const goesOn =
    (isIP(first.host) !== 0 || add("dns", first.host, blameProxy(await examineName(first.host), proxy))) &&
    add("tcp", nameOf(first), blameProxy(await examineConnection(first, parts), proxy)) &&
    (proxy === undefined || add("proxy", proxy.host, await examineProxy(proxy, cloud, parts)));
  if (cloud.protocol !== "https:") return findings;
  const subject = nameOf(placeOf(cloud));
  if (goesOn) add("tls", subject, await examineTls(cloud, proxy, parts));
  else add("tls", subject, { state: "skip", message: "not checked because of the failure above", fix: "" });
  return findings;
}

const placeOf = ({ hostname, port, protocol }: URL): Place => ({
  host: hostname.replaceAll(/[[\]]/g, ""),
  port: Number(port) || (protocol === "https:" ? 443 : 80),
});
const nameOf = ({ host, port }: Place) => `${host.includes(":") ? `[${host}]` : host}:${port}`;

type Result = Pick<Finding, "state" | "message" | "fix">;
const ok = (message: string): Result => ({ state: "ok", message, fix: "" });
const failed = (error: unknown): Result => {
  const { reason, fix } = adviceFor(error);
  return { state: "fail", message: reason, fix };
};

/** States that a connection which failed was to a proxy, and where that is set. */
function blameProxy(result: Result, proxy: URL | undefined): Result {
  if (proxy === undefined || result.state !== "fail") return result;
  const fix = "check the proxy: it is set by cloud.proxy, or by HTTP_PROXY and HTTPS_PROXY in the agent's environment";
  return { ...result, message: `the proxy is not reached: ${result.message}`, fix };
}

async function examineName(host: string): Promise<Result> {
  try {
    const addresses = await lookup(host, { all: true });
    return ok(`is ${addresses.map(({ address }) => address).join(", ")}`);
  } catch (error) {
    return failed(error);
  }
}

async function examineConnection(place: Place, { clock, timeoutMs }: Parts): Promise<Result> {
  const startedMs = clock.monotonicMs();
  try {
    (await openSocket(place, timeoutMs)).destroy();
    return ok(`connected after ${Math.round(clock.monotonicMs() - startedMs)} ms`);
  } catch (error) {
    return failed(error);
  }
}

async function openSocket({ host, port }: Place, timeoutMs: number): Promise<Socket> {
  const socket = connect(port, host);
  socket.on("error", () => {});
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(timeoutMs) });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Tries whether the proxy opens a tunnel to the cloud, or forwards plain HTTP to it. */
async function examineProxy(proxy: URL, cloud: URL, parts: Parts): Promise<Result> {
  try {
    if (cloud.protocol !== "https:") return await examineForwarding(proxy, cloud, parts);
    const tunnel = await openTunnel(proxy, cloud, parts);
    if (tunnel.status === 200) {
      tunnel.socket.destroy();
      return ok(`opens connections to ${nameOf(placeOf(cloud))}`);
    }
    const { reason, fix } = proxyAdvice(tunnel.status);
    return { state: "fail", message: `${reason} (${tunnel.status})`, fix };
  } catch (error) {
    return failed(error);
  }
}

/** Asks for a page over the proxy. Every answer but 407 may be the server's, and is judged with the key. */
async function examineForwarding(proxy: URL, cloud: URL, { network, timeoutMs }: Parts): Promise<Result> {
  const asking = askProxy(proxy, { method: "HEAD", path: new URL("/health", cloud).href, host: cloud.host }, network);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const [reply]: IncomingMessage[] = await once(asking, "response", { signal });
    if (reply?.statusCode !== 407) return ok("forwards plain HTTP");
    const { reason, fix } = proxyAdvice(407);
    return { state: "fail", message: `${reason} (407)`, fix };
  } finally {
    asking.destroy();
  }
}

/** Sends a request without a body to the proxy, with the credentials of its address. */
function askProxy(
  proxy: URL,
  { method, path, host: target }: { method: "CONNECT" | "HEAD"; path: string; host: string },
  network: Network,
): ReturnType<typeof request> {
  const credentials = `${decodePercent(proxy.username)}:${decodePercent(proxy.password)}`;
  const authorization = credentials === ":" ? {} : basic(credentials);
  const { host, port } = placeOf(proxy);
  const options = { host, port, method, path, headers: { host: target, ...authorization } };
  const asking = proxy.protocol === "https:" ? requestOverTls({ ...options, ...trustOf(network) }) : request(options);
  asking.on("error", () => {});
  return asking.end();
}

async function openTunnel(
  proxy: URL,
  cloud: URL,
  { network, timeoutMs }: Parts,
): Promise<{ status: number; socket: Socket }> {
  const path = nameOf(placeOf(cloud));
  const asking = askProxy(proxy, { method: "CONNECT", path, host: path }, network);
  try {
    const [reply, socket]: [IncomingMessage, Socket] = await answerOf(asking, timeoutMs);
    return { status: reply.statusCode ?? 0, socket };
  } catch (error) {
    asking.destroy();
    throw error;
  }
}

const basic = (credentials: string) => ({
  "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}`,
});

function answerOf(asking: ReturnType<typeof request>, timeoutMs: number): Promise<[IncomingMessage, Socket]> {
  const { promise, resolve, reject } = Promise.withResolvers<[IncomingMessage, Socket]>();
  asking.on("connect", (reply: IncomingMessage, socket: Socket) => resolve([reply, socket]));
  asking.on("error", reject);
  AbortSignal.timeout(timeoutMs).addEventListener("abort", () =>
    reject(Object.assign(new Error("timed out"), { code: "ETIMEDOUT" })),
  );
  return promise;
}

const trustOf = ({ ca }: Network) => (ca === undefined ? {} : { ca: [...tls.getCACertificates("default"), ca] });

/** The certificate of the cloud: by whom, until when, and whether this machine trusts it. */
async function examineTls(cloud: URL, proxy: URL | undefined, parts: Parts): Promise<Result> {
  const place = placeOf(cloud);
  try {
    const socket =
      proxy === undefined ? await openSocket(place, parts.timeoutMs) : (await openTunnel(proxy, cloud, parts)).socket;
    const secure = tls.connect({
      socket,
      ...(isIP(place.host) === 0 ? { servername: place.host } : {}),
      host: place.host,
      ...trustOf(parts.network),
      ...parts.network.clientCertificate,
      // Nothing is sent: the certificate of the other side is read, and then judged.
      rejectUnauthorized: false,
    });
    secure.on("error", () => {});
    try {
      await once(secure, "secureConnect", { signal: AbortSignal.timeout(parts.timeoutMs) });
      return describeCertificate(secure, parts.clock.nowMs());
    } finally {
      secure.destroy();
    }
  } catch (error) {
    return failed(error);
  }
}

function describeCertificate(secure: tls.TLSSocket, nowMs: number): Result {
  const { valid_to: end, issuer, subject } = secure.getPeerCertificate();
  const nameIn = ({ CN, O }: { CN?: string | string[]; O?: string | string[] } = {}) => String(CN ?? O ?? "unknown");
  const days = Math.floor((Date.parse(end) - nowMs) / DAY_MS);
  const shown = `certificate of ${nameIn(subject)}, issued by ${nameIn(issuer)}, valid until ${new Date(end).toISOString().slice(0, 10)}`;
  if (!secure.authorized) {
    const code = String(secure.authorizationError);
    const { reason, fix } = adviceFor(Object.assign(new Error(code), { code }));
    return { state: "fail", message: `${reason}: ${shown}`, fix };
  }
  if (days >= RENEW_DAYS) return ok(`${secure.getProtocol() ?? "TLS"}, ${shown}`);
  return { state: "warn", message: `${shown}, in ${days} days`, fix: "renew the certificate of the cloud" };
}
