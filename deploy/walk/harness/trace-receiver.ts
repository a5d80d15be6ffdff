import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { json, text } from "node:stream/consumers";

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean; arrayValue?: { values: Value[] } };
type Attribute = { key: string; value: Value };
type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: Attribute[];
  links?: { traceId: string }[];
  status?: { code?: number };
};
type Sent = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
};

/** A span as a collector gets it. */
export type ReceivedSpan = Pick<SentSpan, "traceId" | "spanId" | "name"> & {
  service: string;
  parentId: string | undefined;
  startMs: number;
  endMs: number;
  attributes: Record<string, unknown>;
  /** The ids of the traces that it follows. */
  links: string[];
  isFailed: boolean;
};

/** A collector: takes traces as OTLP in JSON over HTTP on a free port, as the specification has it. */
export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== "POST" || request.url !== "/v1/traces") return response.writeHead(404).end();
    spans.push(...readSpans((await json(request)) as Sent));
    return response.writeHead(200, { "content-type": "application/json" }).end("{}");
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    /** Returns a span and its ancestors, up to the root of its trace. */
    wayTo: (span: ReceivedSpan) => wayTo(span, spans),
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

/** A collector that accepts connections and never answers. */
export async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => void sockets.add(socket.on("error", () => {}).resume()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => sockets.size,
    close: () => new Promise((resolve) => (server.close(resolve), sockets.forEach((socket) => socket.destroy()))),
  };
}

/** A port to which no connection comes about: its program is stopped, and the system's queue for it is full. */
export async function startFullServer() {
  const program =
    'const server = require("net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => console.log(server.address().port));';
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = (await once(child.stdout, "data")) as [Buffer];
  child.kill("SIGSTOP");
  const port = Number(printed.toString());
  // The system answers the first two for it.
  const waiting = Array.from({ length: 4 }, () => connect(port, "127.0.0.1").on("error", () => {}));
  await Promise.all(waiting.slice(0, 2).map((socket) => once(socket, "connect")));
  const close = () => {
    for (const socket of waiting) socket.destroy();
    child.kill("SIGKILL");
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

/** Takes webhooks, and keeps their headers and bodies. */
export async function startHookReceiver() {
  const received: { headers: IncomingHttpHeaders; body: { type: string; data: Record<string, unknown> } }[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ headers: request.headers, body: JSON.parse(await text(request)) });
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { url: `http://127.0.0.1:${port}/hook`, received, close };
}

/** The spans of a request of OTLP in JSON. */
export function readSpans({ resourceSpans }: Sent): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)["service.name"]);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => readSpan(span, service)));
  });
}

function readSpan(sent: SentSpan, service: string): ReceivedSpan {
  const { traceId, spanId, name, parentSpanId, links = [], status } = sent;
  const msOf = (nanoseconds: string) => Number(BigInt(nanoseconds) / 1_000n) / 1_000;
  const [startMs, endMs] = [msOf(sent.startTimeUnixNano), msOf(sent.endTimeUnixNano)];
  const attributes = valuesOf(sent.attributes);
  const linked = links.map((link) => link.traceId);
  return {
    service,
    traceId,
    spanId,
    // A root has none, or an empty one.
    parentId: parentSpanId || undefined,
    name,
    startMs,
    endMs,
    attributes,
    links: linked,
    isFailed: status?.code === 2,
  };
}

/** Maps attributes to values; the Collector omits empty lists. */
const valuesOf = (attributes: readonly Attribute[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));

const valueOf = ({ stringValue, intValue, boolValue, arrayValue }: Value): unknown =>
  stringValue ?? intValue ?? boolValue ?? arrayValue?.values.map(valueOf);

/** Returns a span and its ancestors, up to the root of its trace. */
export function wayTo(span: ReceivedSpan, spans: readonly ReceivedSpan[]): ReceivedSpan[] {
  const parent = spans.find(({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentId);
  return parent ? [...wayTo(parent, spans), span] : [span];
}
