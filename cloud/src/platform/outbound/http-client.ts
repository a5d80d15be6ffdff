import { lookup as lookUp } from "node:dns";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPrivateAddress } from "./private-addresses.ts";

type OutboundRequest = {
  url: string;
  headers: Record<string, string>;
  /** Text as UTF-8. JSON unless the headers name another type. */
  body: string | Uint8Array;
  /** Time limit in ms from the first look-up to the last byte of the answer. */
  timeoutMs: number;
  signal: AbortSignal;
};

/** `unreachable`: no answer came, or none that could be read to its end in time. */
export type OutboundAnswer =
  | { kind: "answered"; status: number; retryAfter: string | undefined; text: string }
  | { kind: "unreachable"; reason: string };

/** Posts to other systems; redirects are not followed. */
export type HttpClient = {
  post: (request: OutboundRequest) => Promise<OutboundAnswer>;
  close: () => Promise<void>;
};

class PrivateAddressError extends Error {
  override name = "PrivateAddressError";
}

/**
 * Opens a client. `maxAnswerBytes` of an answer are read, of a longer one only the beginning. Without
 * `allowPrivateAddresses` a host is refused when any of its addresses is not public. The addresses are checked while
 * connecting, so that its name server cannot change them afterwards.
 */
export function createHttpClient({
  maxAnswerBytes,
  allowPrivateAddresses,
}: {
  maxAnswerBytes: number;
  allowPrivateAddresses: boolean;
}): HttpClient {
  const connections = { keepAlive: true, maxSockets: 16, ...(!allowPrivateAddresses && { lookup: lookUpPublic }) };
  const agents = { "http:": new http.Agent(connections), "https:": new https.Agent(connections) };
  return {
    async post({ url, headers, body, timeoutMs, signal }) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        const target = new URL(url);
        if (!allowPrivateAddresses) refusePrivateHost(target.hostname);
        const isTls = target.protocol === "https:";
        const request = (isTls ? https : http).request(target, {
          method: "POST",
          headers: { "Content-Type": "application/json", ...headers },
          agent: agents[isTls ? "https:" : "http:"],
          signal: limit,
          // Receivers whose lines end in LF are understood as curl understands them.
          insecureHTTPParser: true,
        });
        const answer = await new Promise<IncomingMessage>((resolve, reject) => {
          request.on("response", resolve).on("error", reject).end(body);
        });
        const text = await readStart(answer, maxAnswerBytes);
        return { kind: "answered", status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"], text };
      } catch (error) {
        return { kind: "unreachable", reason: explain(limit.aborted ? limit.reason : error, timeoutMs) };
      }
    },
    async close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** An address written into the URL is connected to without a look-up. */
function refusePrivateHost(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, "");
  if (isIP(address) !== 0 && isPrivateAddress(address)) throw privateAddress(address, address);
}

const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), []);
    const refused = addresses.find(({ address }) => isPrivateAddress(address));
    if (refused) return callback(privateAddress(hostname, refused.address), []);
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

const privateAddress = (hostname: string, address: string) =>
  new PrivateAddressError(`${hostname} is ${address}, which is not an address of the public internet`);

async function readStart(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString();
}

const MAX_REASON = 300;

function explain(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `timed out after ${timeoutMs / 1_000} s`;
  if (error.name === "AbortError") return "the request was aborted";
  const causes = error instanceof AggregateError ? error.errors.map(String).join("; ") : error.message;
  const code = "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
  return `${causes}${code}`.slice(0, MAX_REASON);
}
