import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";

type CloudRequest = {
  path: string;
  key: string;
  apiKey: string;
  contentType: string;
  ifNoneMatch: string;
  /** Undefined without one. */
  traceparent: unknown;
  /** The Content-Encoding; empty without one. */
  encoding: string;
  sentBytes: number;
  body: Record<string, unknown>;
  /** Milliseconds on the monotonic clock. */
  atMs: number;
};
/** Reply of a test in place of the cloud; undefined: the cloud's usual reply. */
type CannedReply = { status: number; headers?: Record<string, string>; body?: unknown } | undefined | "hang";

export type CloudServer = {
  url: string;
  port: number;
  requests: CloudRequest[];
  /** Number of times that the effect was made, by idempotency key; it must never exceed one. */
  effects: Map<string, number>;
  mostInFlight: () => number;
  respond: (reply: (request: CloudRequest) => CannedReply | Promise<CannedReply>) => void;
  close(): Promise<void>;
};

/** The error envelope of the cloud. */
export const errorBody = (code: string) => ({
  success: false,
  error: { code, message: `${code} for the test`, requestId: "r-1" },
  idempotencyKey: null,
});

/** A real HTTP server on 127.0.0.1 that keeps the cloud's promises to an edge writer: one effect per key, echoed. */
export async function startCloudServer(): Promise<CloudServer> {
  const requests: CloudRequest[] = [];
  const effects = new Map<string, number>();
  let reply: (request: CloudRequest) => CannedReply | Promise<CannedReply> = () => undefined;
  let inFlight = 0;
  let mostInFlight = 0;
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    response.on("close", () => (inFlight -= 1));
    const request = await readRequest(incoming);
    requests.push(request);
    const canned = await reply(request);
    if (canned === "hang") return;
    if (canned !== undefined) return send(response, canned);
    if (!effects.has(request.key)) effects.set(request.key, 1);
    send(response, { status: 200, body: { success: true, data: { rejected: [] }, idempotencyKey: request.key } });
  };
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    effects,
    mostInFlight: () => mostInFlight,
    respond: (next) => (reply = next),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<CloudRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const header = (name: string) => String(incoming.headers[name] ?? "");
  const sent = Buffer.concat(chunks);
  const encoding = header("content-encoding");
  const text = (encoding === "gzip" ? gunzipSync(sent) : sent).toString("utf8");
  const body: unknown = incoming.method === "GET" ? {} : JSON.parse(text);
  return {
    path: incoming.url ?? "",
    key: header("idempotency-key"),
    apiKey: header("x-api-key"),
    contentType: header("content-type"),
    ifNoneMatch: header("if-none-match"),
    traceparent: incoming.headers["traceparent"],
    encoding,
    sentBytes: sent.byteLength,
    body: { ...(typeof body === "object" ? body : {}) },
    atMs: performance.now(),
  };
}

function send(
  response: ServerResponse,
  { status, headers = {}, body = "" }: Exclude<CannedReply, undefined | "hang">,
): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, {
    "content-type": typeof body === "string" ? "text/html" : "application/json",
    ...headers,
  });
  response.end(text);
}
