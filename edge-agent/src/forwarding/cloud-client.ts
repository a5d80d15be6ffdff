import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { request } from "undici";
import type { ApiKey } from "./api-key.ts";
import { createCloudAddresses } from "./cloud-addresses.ts";
import { explainFailure } from "./explain-failure.ts";
import type { ForwarderLimits } from "./forwarder.ts";
import { UNLIMITED } from "./limits.ts";
import { type CloudNetwork, openDispatcher } from "./open-dispatcher.ts";
import { createPacedLine } from "./pace-body.ts";
import { deadlineMs, retryAfterMs } from "./retry-policy.ts";

export type Answer =
  | {
      type: "answer";
      status: number;
      text: string;
      retryAfterMs: number | null;
      /** The server's clock in whole seconds, milliseconds since the Unix epoch; null when it does not state it. */
      serverMs?: number | null;
      /** Where a redirect leads; no redirect is followed. */
      location?: string | undefined;
    }
  /** `reached`: the connection had stood; `cut`: this side ended the try by its signal. */
  | { type: "no-answer"; message: string; reached: boolean; cut: boolean };

export type CloudClient = {
  /**
   * One POST, repeated only with another key after a 401, no redirect followed, bounded in total time and in the size
   * of its answer; never throws.
   */
  post(sending: { url: string; key: string | null; body: Buffer; signal: AbortSignal }): Promise<Answer>;
  /** One GET under the same bounds. */
  get(asking: { url: string; signal: AbortSignal }): Promise<Answer>;
  usesFallback(): boolean;
  /** The encodings of bodies that the cloud has announced; gzip is used from then on. */
  acceptEncodings(encodings: readonly string[]): void;
  close(): Promise<void>;
};

type Sent = { method: "GET" | "POST"; headers: Record<string, string>; body?: Buffer };

/** An answer repeats what was sent, so its bound grows with that. */
const REPLY_BASE_BYTES = 4 * 1024 * 1024;
const REPLY_PER_BODY_BYTE = 2;

/** Smaller bodies fit into one packet anyway. */
const MIN_GZIP_BYTES = 1_000;
/** Answers of what does not take a compressed body. */
const REFUSES_GZIP = new Set([400, 415]);
const gzipped = promisify(gzip);

class ReplyTooLarge extends Error {
  readonly code = "REPLY_TOO_LARGE";
}

/** A client with connections of its own, at most one per record in flight. */
export function createCloudClient(apiKey: ApiKey, limits: ForwarderLimits, network: CloudNetwork): CloudClient {
  const dispatcher = openDispatcher(network, limits);
  const addresses = createCloudAddresses(network.fallback);
  const line = limits.maxBytesPerSecond === UNLIMITED ? undefined : createPacedLine(limits.maxBytesPerSecond);
  // The bodies that are on the way share the line; twice, because a timer may be late.
  const sharedBitsPerSecond = (limits.maxBytesPerSecond * 8) / (2 * limits.concurrency);
  const slowestBitsPerSecond = Math.min(limits.slowestBitsPerSecond, sharedBitsPerSecond);
  let takesGzip = false;
  const attempt = async (key: string, url: string, signal: AbortSignal, sent: Sent): Promise<Answer> => {
    const sizeBytes = sent.body?.byteLength ?? 0;
    const deadline = AbortSignal.timeout(Math.ceil(deadlineMs(sizeBytes, { ...limits, slowestBitsPerSecond })));
    try {
      const response = await request(url, {
        ...sent,
        ...(sent.body && line ? { body: Readable.from(line.chunks(sent.body), { objectMode: false }) } : {}),
        dispatcher,
        signal: AbortSignal.any([signal, deadline]),
        headers: { "x-api-key": key, ...lengthOf(sent.body), ...sent.headers },
      });
      const text = await readBounded(response.body, REPLY_BASE_BYTES + REPLY_PER_BODY_BYTE * sizeBytes);
      const wait = retryAfterMs(headerOf(response, "retry-after"), headerOf(response, "date"), limits.retryAfterMaxMs);
      const serverMs = Date.parse(headerOf(response, "date") ?? "") || null;
      const location = headerOf(response, "location");
      return { type: "answer", status: response.statusCode, text, retryAfterMs: wait, serverMs, location };
    } catch (error) {
      return { type: "no-answer", cut: signal.aborted, ...explainFailure(error, new URL(url)) };
    }
  };
  const withKey = async (url: string, signal: AbortSignal, sent: Sent): Promise<Answer> => {
    const key = apiKey.current();
    const answer = await attempt(key, url, signal, sent);
    if (answer.type !== "answer" || answer.status !== 401 || !(await apiKey.renew(key))) return answer;
    return attempt(apiKey.current(), url, signal, sent);
  };
  const exchange: typeof withKey = async (url, signal, sent) => {
    const used = addresses.at(url);
    const answer = await withKey(used, signal, sent);
    if (isOfNoCloud(answer)) addresses.noteFailure(used);
    return answer;
  };
  return {
    async post({ url, key, body, signal }) {
      const headers = { "content-type": "application/json", ...(key === null ? {} : { "idempotency-key": key }) };
      const plain = { method: "POST" as const, headers, body };
      if (!takesGzip || body.byteLength < MIN_GZIP_BYTES) return exchange(url, signal, plain);
      const answer = await exchange(url, signal, await compress(plain));
      const isRefused = answer.type === "answer" && REFUSES_GZIP.has(answer.status);
      // A proxy, or an older version of the cloud, may not take it, or close the connection without a word: until gzip
      // is announced again, bodies are sent as they are. The record itself may be right.
      if (isRefused || isOfNoCloud(answer)) takesGzip = false;
      return isRefused ? exchange(url, signal, plain) : answer;
    },
    acceptEncodings: (encodings) => void (takesGzip = encodings.includes("gzip")),
    get: ({ url, signal }) => exchange(url, signal, { method: "GET", headers: {} }),
    usesFallback: () => addresses.usesFallback(),
    close: () => dispatcher.destroy(),
  };
}

/** A body that is sent as a stream has no length of its own. */
const lengthOf = (body: Buffer | undefined) => (body ? { "content-length": `${body.byteLength}` } : {});

/** The fastest level: the text of a picture hardly gets smaller by the others. */
async function compress<Sent extends { headers: Record<string, string>; body: Buffer }>(sent: Sent): Promise<Sent> {
  const body = await gzipped(sent.body, { level: 1 });
  return { ...sent, headers: { ...sent.headers, "content-encoding": "gzip" }, body };
}

/** Nothing answered, or something else than the cloud; a proxy that refuses a body for its size is on the way to it. */
function isOfNoCloud(answer: Answer): boolean {
  if (answer.type === "no-answer") return !answer.cut;
  return answer.status !== 413 && !/^\s*\{\s*"success"/.test(answer.text);
}

function headerOf({ headers }: { headers: Record<string, string | string[] | undefined> }, name: string) {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

async function readBounded(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw new ReplyTooLarge(`the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
