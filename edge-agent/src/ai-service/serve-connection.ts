import {
  type AiHello,
  type AiMessage,
  decodeAiRequest,
  encodeAiMessage,
} from "@container-inspection/shared-schemas/ai-protocol";
import type { RawData, WebSocket } from "ws";
import { type AnswerParts, answerRequest, refusal } from "./answer-request.ts";

/** Work of all connections: at most `maxInFlight` requests at the same time, and no new ones once it is stopping. */
export type Load = { inFlight: number; maxInFlight: number; isStopping: boolean; onIdle: () => void };

export type ConnectionParts = AnswerParts & { hello: AiHello; load: Load; pingEveryMs: number };

/** Far more than all pending answers: a client that sends and never reads is disconnected. */
const MAX_UNREAD_BYTES = 67_108_864;

/**
 * Serves one client until it disconnects: sends the hello message, answers each request when it is done, and closes a
 * connection that has been silent for a whole interval after a ping.
 */
export function serveConnection(socket: WebSocket, parts: ConnectionParts): void {
  const { hello, load } = parts;
  const underWay = new Set<string>();
  const reply = (message: AiMessage, sent: () => void = () => {}) => {
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    // Calls back even when the connection is closed.
    socket.send(encodeAiMessage(message), sent);
  };

  /** A request counts until its answer has been sent, so a client that does not read cannot cause more work. */
  const answer = async (request: Parameters<typeof answerRequest>[0]) => {
    const { id } = request.header;
    underWay.add(id);
    load.inFlight += 1;
    const message = await answerRequest(request, parts);
    reply(message, () => {
      underWay.delete(id);
      load.inFlight -= 1;
      if (load.inFlight === 0) load.onIdle();
    });
  };

  const receive = (data: RawData, isBinary: boolean) => {
    if (!isBinary || !(data instanceof Uint8Array))
      return reply(refusal(null, "BAD_REQUEST", "requests must be binary messages, not text", false));
    const reading = decodeAiRequest(data);
    if (!reading.ok) return reply(refusal(reading.id, "BAD_REQUEST", reading.problem, false));
    const { id } = reading.header;
    if (underWay.has(id))
      return reply(refusal(null, "BAD_REQUEST", `the request "${id}" is already in progress`, false));
    if (load.isStopping) return reply(refusal(id, "SHUTTING_DOWN", "the service is stopping", true));
    if (load.inFlight >= load.maxInFlight)
      return reply(refusal(id, "BUSY", `the service is already processing ${load.maxInFlight} requests`, true));
    return void answer(reading);
  };

  socket.on("message", receive);
  // An oversized or invalid frame: ws then closes the connection.
  socket.on("error", (error) => parts.logger.warn({ err: error }, "AI service connection failed"));
  keepAlive(socket, parts.pingEveryMs);
  reply(hello);
}

function keepAlive(socket: WebSocket, pingEveryMs: number): void {
  let isAlive = true;
  for (const event of ["message", "ping", "pong"] as const) socket.on(event, () => (isAlive = true));
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    return socket.ping();
  }, pingEveryMs);
  socket.on("close", () => clearInterval(timer));
}
