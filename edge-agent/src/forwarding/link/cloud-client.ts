import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Timers } from "../../base/timers.ts";
import type { ApiKey } from "./api-key.ts";
import { createCloudAddresses, type Fallback } from "./cloud-addresses.ts";
import { explainFailure } from "./explain-failure.ts";
import type { ForwarderLimits } from "./limits.ts";
import { deadlineMs, retryAfterMs } from "./retry-policy.ts";
import type { Received, Transport } from "./transport.ts";

export type Answer =
  | {
      type: "answer";
      status: number;
      text: string;
      retryAfterMs: number | null;
      /** The server's clock in whole seconds, milliseconds since the Unix epoch; null when it does not state it. */
      serverMs?: number | null;
      /** Target of a redirect; no redirect is followed. */
      location?: string | undefined;
      etag?: string | undefined;
    }
  /** `reached`: the connection had been established; `cut`: this side ended the try by its signal. */
  | { type: "no-answer"; message: string; reached: boolean; cut: boolean };

export type CloudClient = {
  /**
   * One POST, repeated only with another key after a 401, no redirect followed, bounded in total time and in the size
   * of its answer; never throws.
   */
  post(sending: {
    url: string;
    key: string | null;
    body: Buffer;
    /** Trace context that the request continues. */
    traceparent?: string | undefined;
    signal: AbortSignal;
  }): Promise<Answer>;
  /** One GET under the same bounds; with the `etag` of an earlier answer, an unchanged resource is 304. */
  get(asking: { url: string; signal: AbortSignal; etag?: string | undefined }): Promise<Answer>;
  usesFallback(): boolean;
  /** The encodings of bodies that the cloud has announced; gzip is used from then on. */
  acceptEncodings(encodings: readonly string[]): void;
  close(): Promise<void>;
};

type Sent = { method: "GET" | "POST"; headers: Record<string, string>; body?: Buffer };

/** Size limit of an answer: it repeats the request's content, so it grows with the body. */
const REPLY_BASE_BYTES = 4 * 1024 * 1024;
const REPLY_PER_BODY_BYTE = 2;

/** Smaller bodies fit into one packet anyway. */
const MIN_GZIP_BYTES = 1_000;
/** Answers of what does not take a compressed body. */
const REFUSES_GZIP = new Set([400, 415]);
const gzipped = promisify(gzip);

type ClientParts = {
  apiKey: ApiKey;
  limits: ForwarderLimits;
  transport: Transport;
  timers: Timers;
  fallback: Fallback | undefined;
};

/** A client of the cloud over any transport, which it closes. */
export function createCloudClient(parts: ClientParts): CloudClient {
  const { apiKey, transport, timers, fallback } = parts;
  const addresses = createCloudAddresses(fallback, timers);
  const attempt = createAttempt(parts);
  let takesGzip = false;
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
    async post({ url, key, body, traceparent, signal }) {
      const headers = {
        "content-type": "application/json",
        ...(key === null ? {} : { "idempotency-key": key }),
        ...(traceparent === undefined ? {} : { traceparent }),
      };
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
    get: ({ url, signal, etag }) =>
      exchange(url, signal, { method: "GET", headers: etag === undefined ? {} : { "if-none-match": etag } }),
    usesFallback: () => addresses.usesFallback(),
    close() {
      addresses.close();
      return transport.close();
    },
  };
}

type Attempt = (key: string, url: string, signal: AbortSignal, sent: Sent) => Promise<Answer>;

/** One request with a key, within its deadline. */
function createAttempt({ limits, transport, timers }: Omit<ClientParts, "apiKey" | "fallback">): Attempt {
  // The bodies that are on the way share the line; twice, because a timer may be late.
  const sharedBitsPerSecond = (limits.maxBytesPerSecond * 8) / (2 * limits.concurrency);
  const slowestBitsPerSecond = Math.min(limits.slowestBitsPerSecond, sharedBitsPerSecond);
  return async (key, url, signal, sent) => {
    const sizeBytes = sent.body?.byteLength ?? 0;
    const deadline = new AbortController();
    const cancelDeadline = timers.after(Math.ceil(deadlineMs(sizeBytes, { ...limits, slowestBitsPerSecond })), () =>
      deadline.abort(new DOMException("The try took too long.", "TimeoutError")),
    );
    try {
      const received = await transport.send({
        ...sent,
        url,
        signal: AbortSignal.any([signal, deadline.signal]),
        headers: { "x-api-key": key, ...sent.headers },
        maxReplyBytes: REPLY_BASE_BYTES + REPLY_PER_BODY_BYTE * sizeBytes,
      });
      return toAnswer(received, limits);
    } catch (error) {
      return { type: "no-answer", cut: signal.aborted, ...explainFailure(error, new URL(url)) };
    } finally {
      cancelDeadline();
    }
  };
}

function toAnswer(received: Received, { retryAfterMaxMs }: Pick<ForwarderLimits, "retryAfterMaxMs">): Answer {
  const { status, text } = received;
  const date = headerOf(received, "date");
  const wait = retryAfterMs(headerOf(received, "retry-after"), date, retryAfterMaxMs);
  const serverMs = Date.parse(date ?? "") || null;
  const [location, etag] = [headerOf(received, "location"), headerOf(received, "etag")];
  return { type: "answer", status, text, retryAfterMs: wait, serverMs, location, etag };
}

/** The fastest level: the text of a picture hardly gets smaller by the others. */
async function compress<Sent extends { headers: Record<string, string>; body: Buffer }>(sent: Sent): Promise<Sent> {
  const body = await gzipped(sent.body, { level: 1 });
  return { ...sent, headers: { ...sent.headers, "content-encoding": "gzip" }, body };
}

/** Answers without the cloud's envelope: unchanged, and a body too large for a proxy on the way. */
const WITHOUT_ENVELOPE = new Set([304, 413]);

/** Returns true if nothing answered, or something other than the cloud. */
function isOfNoCloud(answer: Answer): boolean {
  if (answer.type === "no-answer") return !answer.cut;
  return !WITHOUT_ENVELOPE.has(answer.status) && !/^\s*\{\s*"success"/.test(answer.text);
}

function headerOf({ headers }: Received, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
