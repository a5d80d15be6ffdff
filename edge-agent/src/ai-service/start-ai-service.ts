import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import {
  AI_SUBPROTOCOL,
  type AiHello,
  type AiTask,
  MAX_AI_REQUEST_BYTES,
} from "@container-inspection/shared-schemas/ai-protocol";
import pLimit from "p-limit";
import { WebSocketServer } from "ws";
import type { Logger } from "../base/logger.ts";
import type { Offer } from "./answer-request.ts";
import { type Load, serveConnection } from "./serve-connection.ts";

export type AiServiceParts = {
  offers: readonly Offer[];
  /** Tasks that are not offered, because their model failed its check on this machine. */
  failedModels: readonly { task: AiTask; model: string; problem: string }[];
  host: string;
  /** 0 selects a free port. */
  port: number;
  /** The bearer token that clients must send at the upgrade. */
  token: string;
  /** Concurrent requests of all connections, 1 to 1,024. */
  maxInFlight: number;
  monotonicMs: () => number;
  logger: Logger;
  /** Default 15,000. */
  pingEveryMs?: number;
};

export type AiService = {
  /** The address it listens on, `ws://…`. */
  url: string;
  /** Accepts no new requests, answers those in progress for at most `drainMs`, then closes all connections. */
  stop(drainMs: number): Promise<void>;
};

/** The service cannot listen on its address; the message states what to do. */
export class AiServicePortError extends Error {
  override readonly name = "AiServicePortError";
}

const MAX_CONNECTIONS = 32;
/** Decoding one picture while the model runs on another. */
export const PICTURES_AT_ONCE = 2;
/** Time in ms for the closing handshake; a client that does not answer it is disconnected. */
const CLOSE_MS = 1_000;
const GOING_AWAY = 1001;

/** Serves models over the AI protocol. Throws an AiServicePortError when the address cannot be listened on. */
export async function startAiService(parts: AiServiceParts): Promise<AiService> {
  const { offers, token, maxInFlight, logger, pingEveryMs = 15_000 } = parts;
  const hello: AiHello = {
    type: "hello",
    tasks: offers.map(({ task }) => task),
    models: offers.map(({ task, model: { name, version } }) => ({
      task,
      name: name.slice(0, 200),
      version: version.slice(0, 200),
    })),
    maxInFlight,
  };
  const load: Load = { inFlight: 0, maxInFlight, isStopping: false, onIdle: () => {} };
  const limit = pLimit(PICTURES_AT_ONCE);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_AI_REQUEST_BYTES, perMessageDeflate: false });
  const server = createServer((request, response) => {
    if (request.url === "/health")
      return response.setHeader("Content-Type", "application/json").end(describeHealth(parts));
    return response.writeHead(426, { Connection: "Upgrade", Upgrade: "websocket" }).end();
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    if (!hasToken(request, token)) return refuse(socket, "401 Unauthorized");
    if (!offeredProtocols(request).includes(AI_SUBPROTOCOL)) return refuse(socket, "400 Bad Request");
    if (load.isStopping || sockets.clients.size >= MAX_CONNECTIONS) return refuse(socket, "503 Service Unavailable");
    return sockets.handleUpgrade(request, socket, head, (client) => {
      const from = request.socket.remoteAddress;
      logger.info({ from, connections: sockets.clients.size }, "AI service client connected");
      client.on("close", (code) => logger.info({ from, code }, "AI service client disconnected"));
      serveConnection(client, { ...parts, hello, load, limit, pingEveryMs });
    });
  });
  const port = await listen(server, parts);

  return {
    url: `ws://${parts.host.includes(":") ? `[${parts.host}]` : parts.host}:${port}`,
    async stop(drainMs) {
      load.isStopping = true;
      const closed = once(server, "close");
      server.close();
      const idle = new Promise<void>((resolve) => (load.onIdle = resolve));
      if (load.inFlight > 0) await Promise.race([idle, delay(drainMs, undefined, { ref: false })]);
      for (const client of sockets.clients) client.close(GOING_AWAY, "the service is stopping");
      server.closeIdleConnections();
      const cutting = setTimeout(() => {
        for (const client of sockets.clients) client.terminate();
        server.closeAllConnections();
      }, CLOSE_MS);
      await closed;
      clearTimeout(cutting);
    },
  };
}

/** Readable without the token, so it names what failed, and the log explains why. */
function describeHealth({ offers, failedModels }: Pick<AiServiceParts, "offers" | "failedModels">): string {
  const failed = failedModels.map(({ task, model }) => ({ task, model }));
  return JSON.stringify({ status: "ok", tasks: offers.map(({ task }) => task), failedModels: failed });
}

async function listen(server: ReturnType<typeof createServer>, { host, port }: AiServiceParts): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const why = code === "EADDRINUSE" ? "another program uses this port" : code;
    throw new AiServicePortError(
      `the AI service cannot listen on ${host} port ${port}: ${why}. Choose another --port.`,
      {
        cause: error,
      },
    );
  }
  const address = server.address();
  return typeof address === "object" && address ? address.port : port;
}

/** Compares in constant time, so that the duration reveals nothing about the token. */
function hasToken(request: IncomingMessage, token: string): boolean {
  const sent = /^Bearer ([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(sent), digest(token));
}

const offeredProtocols = ({ headers }: IncomingMessage) =>
  (headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());

function refuse(socket: Duplex, status: string): void {
  const challenge = status.startsWith("401") ? "WWW-Authenticate: Bearer\r\n" : "";
  // The client may keep its half open; its data is not needed.
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\n${challenge}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}
