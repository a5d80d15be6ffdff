import { Readable } from "node:stream";
import { request } from "undici";
import { type ForwarderLimits, UNLIMITED } from "./limits.ts";
import { type CloudNetwork, openDispatcher } from "./open-dispatcher.ts";
import { createPacedLine } from "./pace-body.ts";

/** One request as it goes out. */
export type Sending = {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
  signal: AbortSignal;
  /** A larger answer is an error. */
  maxReplyBytes: number;
};

/** An answer as it came in; header names are in lower case. */
export type Received = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/** Carrier of requests to the cloud: the network, or a simulation of it. */
export type Transport = {
  /** One request, no redirect followed; rejects when no whole answer came, with the reason of an aborted signal. */
  send(sending: Sending): Promise<Received>;
  /** Ends the requests in progress. */
  close(): Promise<void>;
};

class ReplyTooLarge extends Error {
  readonly code = "REPLY_TOO_LARGE";
}

/** Opens a transport with separate connections, at most one per record in flight. */
export function openTransport(network: CloudNetwork, limits: ForwarderLimits): Transport {
  const dispatcher = openDispatcher(network, limits);
  const line = limits.maxBytesPerSecond === UNLIMITED ? undefined : createPacedLine(limits.maxBytesPerSecond);
  return {
    async send({ method, url, headers, body, signal, maxReplyBytes }) {
      const paced = body && line ? Readable.from(line.chunks(body), { objectMode: false }) : body;
      const response = await request(url, {
        method,
        dispatcher,
        signal,
        headers: { ...lengthOf(body), ...headers },
        ...(paced ? { body: paced } : {}),
      });
      const text = await readBounded(response.body, maxReplyBytes);
      return { status: response.statusCode, headers: response.headers, text };
    },
    close: () => dispatcher.destroy(),
  };
}

/** A streamed body has no length, so the header states it. */
const lengthOf = (body: Buffer | undefined) => (body ? { "content-length": `${body.byteLength}` } : {});

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
