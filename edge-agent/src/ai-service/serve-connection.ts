import { type AiHello, type AiMessage, decodeAiRequest, encodeAiMessage } from "@container-inspection/shared-schemas";
import type { RawData, WebSocket } from "ws";
import { type AnswerParts, answerRequest, refusal } from "./answer-request.ts";

/** Work of all connections together: no more than `maxInFlight` requests are held, nothing new once it is stopping. */
export type Load = { inFlight: number; maxInFlight: number; isStopping: boolean; onIdle: () => void };

export type ConnectionParts = AnswerParts & { hello: AiHello; load: Load; pingEveryMs: number };

/** Far more than all answers under way: who sends and never reads is cut. */
const MAX_UNREAD_BYTES = 67_108_864;

/**
 * Talks to one client until it goes: greets it, answers its requests in the order they are done, and cuts a connection that
 * has not been heard for a whole interval after a ping.
 */
export function serveConnection(socket: WebSocket, parts: ConnectionParts): void {
  const { hello, load } = parts;
  const underWay = new Set<string>();
  const say = (message: AiMessage, sent: () => void = () => {}) => {
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    // Calls back also when the connection is gone.
    socket.send(encodeAiMessage(message), sent);
  };

  /** A request is held until its answer has left, so a client that does not read gets no more work done. */
  const answer = async (request: Parameters<typeof answerRequest>[0]) => {
    const { id } = request.header;
    underWay.add(id);
    load.inFlight += 1;
    const message = await answerRequest(request, parts);
    say(message, () => {
      underWay.delete(id);
      load.inFlight -= 1;
      if (load.inFlight === 0) load.onIdle();
    });
  };

  const receive = (data: RawData, isBinary: boolean) => {
    if (!isBinary || !(data instanceof Uint8Array))
      return say(refusal(null, "BAD_REQUEST", "requests are binary messages; this one was text", false));
    const reading = decodeAiRequest(data);
    if (!reading.ok) return say(refusal(reading.id, "BAD_REQUEST", reading.problem, false));
    const { id } = reading.header;
    if (underWay.has(id)) return say(refusal(null, "BAD_REQUEST", `a request "${id}" is under way already`, false));
    if (load.isStopping) return say(refusal(id, "SHUTTING_DOWN", "the service is stopping", true));
    if (load.inFlight >= load.maxInFlight)
      return say(refusal(id, "BUSY", `the service has ${load.maxInFlight} requests under way already`, true));
    return void answer(reading);
  };

  socket.on("message", receive);
  // A frame that is too large or broken: ws closes the connection by itself after this.
  socket.on("error", (error) => parts.logger.warn({ err: error }, "a connection to the AI service broke"));
  keepAlive(socket, parts.pingEveryMs);
  say(hello);
}

function keepAlive(socket: WebSocket, pingEveryMs: number): void {
  let heard = true;
  for (const event of ["message", "ping", "pong"] as const) socket.on(event, () => (heard = true));
  const timer = setInterval(() => {
    if (!heard) return socket.terminate();
    heard = false;
    return socket.ping();
  }, pingEveryMs);
  socket.on("close", () => clearInterval(timer));
}
