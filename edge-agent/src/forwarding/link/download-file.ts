import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type Dispatcher, request } from "undici";
import type { ApiKey } from "./api-key.ts";
import { explainFailure } from "./explain-failure.ts";
import { type CloudNetwork, openDispatcher } from "./open-dispatcher.ts";
import { readRefusal } from "./read-reply.ts";

/** A connection on which nothing moves for this long is given up. */
const IDLE_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_REFUSAL_BYTES = 100_000;

type Download = {
  url: string;
  /** Path of the complete file; until then, it holds the part that has arrived. */
  file: string;
  sizeBytes: number;
  /** Checksum of the whole file; the cloud's ETag is the same in quotes. */
  sha256: string;
  apiKey: ApiKey;
  network: CloudNetwork;
  signal: AbortSignal;
  /** Gets how many bytes lie on the disk, as they arrive. */
  onProgress: (bytes: number) => void;
  idleMs?: number;
};

/**
 * Downloads a file, or the rest of one whose first part lies there, at either address of the cloud. Resolves with the
 * reason why it is not complete, null when it is: the next call continues. A file with other contents is deleted.
 */
export async function downloadFile(download: Download): Promise<string | null> {
  const { url, network, file, sizeBytes, sha256, signal } = download;
  const dispatcher = openDispatcher(network, { concurrency: 1, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  try {
    let problem = await attempt(url, dispatcher, download);
    const { fallback } = network;
    if (problem !== null && fallback && url.startsWith(fallback.from) && !signal.aborted)
      problem = await attempt(fallback.to + url.slice(fallback.from.length), dispatcher, download);
    if (problem !== null) return problem;
    if ((await sizeOf(file)) === sizeBytes && (await hashOf(file)) === sha256) return null;
    await rm(file, { force: true });
    return "it was damaged on its way; it is downloaded again";
  } finally {
    await dispatcher.destroy();
  }
}

async function attempt(url: string, dispatcher: Dispatcher, download: Download): Promise<string | null> {
  const { file, sizeBytes, apiKey, signal } = download;
  let start = await sizeOf(file);
  if (start > sizeBytes) {
    await rm(file);
    start = 0;
  }
  if (start === sizeBytes) return null;
  const key = apiKey.current();
  try {
    const outcome = await receive(url, { dispatcher, download, start, key });
    if (outcome !== "unauthorized") return outcome;
    if (!(await apiKey.renew(key))) return "the cloud does not accept the key of this device";
    const again = await receive(url, { dispatcher, download, start, key: apiKey.current() });
    return again === "unauthorized" ? "the cloud does not accept the key of this device" : again;
  } catch (error) {
    if (signal.aborted) return "the agent was stopped";
    return explainFailure(error, new URL(url)).message;
  }
}

/** One request: null once all bytes are on the disk, or why they are not. */
async function receive(
  url: string,
  sending: { dispatcher: Dispatcher; download: Download; start: number; key: string },
): Promise<string | null> {
  const { dispatcher, download, start, key } = sending;
  const { file, sha256, sizeBytes, signal, onProgress, idleMs = IDLE_MS } = download;
  const idle = new AbortController();
  const give = () => idle.abort(new DOMException("Nothing arrived for too long.", "TimeoutError"));
  let timer = setTimeout(give, idleMs);
  try {
    const range = start > 0 ? { range: `bytes=${start}-`, "if-range": `"${sha256}"` } : {};
    const headers = { "x-api-key": key, ...range };
    const reply = await request(url, { dispatcher, headers, signal: AbortSignal.any([signal, idle.signal]) });
    if (reply.statusCode === 401) {
      await reply.body.dump();
      return "unauthorized";
    }
    const hasBytes = reply.statusCode === 200 || reply.statusCode === 206;
    // A sign-in page of the network must not replace the part that lies on the disk.
    if (!hasBytes || reply.headers.etag !== `"${sha256}"`)
      return readRefusal({ status: reply.statusCode, text: await readStart(chunksOf(reply.body)) }).message;
    const isRest = reply.statusCode === 206;
    let bytes = isRest ? start : 0;
    // Each chunk is written before the next is read, so that a cut costs nothing that has arrived.
    await using handle = await open(file, isRest ? "a" : "w");
    for await (const chunk of chunksOf(reply.body)) {
      clearTimeout(timer);
      timer = setTimeout(give, idleMs);
      bytes += chunk.byteLength;
      if (bytes > sizeBytes) throw new Error(`the answer is larger than the ${sizeBytes} bytes announced`);
      await handle.writeFile(chunk);
      onProgress(bytes);
    }
    await handle.sync();
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** The first part of a text; the rest stays unread. */
async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= MAX_REFUSAL_BYTES) break;
  }
  return Buffer.concat(chunks).toString("utf8", 0, MAX_REFUSAL_BYTES);
}

const chunksOf = (body: AsyncIterable<Buffer>): AsyncIterable<Buffer> => body;

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
